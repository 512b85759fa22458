/** Quick capture: the line, from any place, by Ctrl/⌘ + . or the phone's middle button. */
import { Quick } from '../chat/Quick';
import { useText } from '../i18n/text';
import { Sheet } from '../ui/Sheet';
import { hideOverlay } from './overlay';

export default function Capture() {
  const t = useText();
  return (
    <Sheet title={t('nav-capture')} isOpen onClose={hideOverlay} wide>
      <Quick box="capture" autoFocus onLeave={hideOverlay} />
    </Sheet>
  );
}
