/** Saved, saving, sending, waiting or offline: always visible, never in the way; pressed, it shows what waits. */
import { Suspense, lazy, useState, useSyncExternalStore } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { activity, type Status } from '../api/activity';
import { useText } from '../i18n/text';
import { useOutbox, useOutboxNews } from '../offline/useOutbox';
import { Icon, type IconName } from '../ui/Icon';

const OutboxSheet = lazy(() => import('../offline/OutboxSheet'));

type Shown = Status | 'waiting' | 'refused';

const ICONS: Record<Shown, IconName> = {
  saved: 'check', saving: 'sync', sending: 'sync', offline: 'offline', waiting: 'clock', refused: 'warn',
};

export const useStatus = (): Status => useSyncExternalStore(activity.subscribe, activity.snapshot).status;

/** A dot with a word, and how many things wait. */
export function StatusBadge() {
  const t = useText();
  const now = useStatus();
  const waiting = useOutbox();
  const [open, setOpen] = useState(false);
  const status: Shown = now !== 'saved' ? now : waiting.some((item) => item.problem) ? 'refused' : waiting.length ? 'waiting' : 'saved';
  const word = waiting.length && (status === 'offline' || status === 'waiting' || status === 'refused')
    ? t('outbox-count', { count: waiting.length })
    : t(`status-${status}`);
  const said = t('status-label', { status: word === t(`status-${status}`) ? word : `${t(`status-${status}`)} · ${word}` });
  const inside = (
    <>
      <Icon name={ICONS[status]} size={14} />
      <span aria-hidden="true">{word}</span>
    </>
  );
  return (
    <>
      <span className="sr" role="status">{said}</span>
      {waiting.length || open ? (
        <AriaButton className={`status ${status}`} aria-label={`${said}. ${t('outbox-open')}`} onPress={() => setOpen(true)}>
          {inside}
        </AriaButton>
      ) : (
        <span className={`status ${status}`}>{inside}</span>
      )}
      {open && <Suspense fallback={null}><OutboxSheet onClose={() => setOpen(false)} /></Suspense>}
    </>
  );
}

/** Says that the home is out of reach, and that what is typed is kept and sent. */
export function OfflineBanner() {
  const t = useText();
  useOutboxNews();
  if (useStatus() !== 'offline') return null;
  return (
    <div className="offline-banner" role="alert">
      <Icon name="offline" size={18} />
      <span>{t(navigator.onLine ? 'away-banner' : 'offline-banner')}</span>
    </div>
  );
}
