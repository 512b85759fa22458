/** A dialog: a centred card on wide screens, a sheet from below on a phone. Escape and the scrim close it. */
import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useText } from '../i18n/text';
import { IconButton } from './Button';

interface Props {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Needs an answer: announced as an alert dialog. */
  alert?: boolean;
  wide?: boolean;
}

export function Sheet({ title, isOpen, onClose, children, alert = false, wide = false }: Props) {
  const t = useText();
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      className="scrim"
    >
      <Modal className={`sheet${wide ? ' wide-sheet' : ''}`}>
        <Dialog role={alert ? 'alertdialog' : 'dialog'} className="sheet-body scroll">
          <header className="sheet-head">
            <Heading slot="title" level={2}>{title}</Heading>
            <IconButton icon="close" label={t('close')} onPress={onClose} />
          </header>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
