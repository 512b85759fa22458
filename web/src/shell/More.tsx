/** The phone's list of the places that have no button of their own, with search on top. */
import { useText } from '../i18n/text';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { Sheet } from '../ui/Sheet';
import { hideOverlay, showOverlay } from './overlay';
import { PLACES } from './places';
import { addressOf } from './router';

export default function More() {
  const t = useText();
  return (
    <Sheet title={t('nav-more')} isOpen onClose={hideOverlay}>
      <Button icon="search" onPress={() => showOverlay({ name: 'palette' })}>{t('nav-search')}</Button>
      <ul className="more-places">
        {PLACES.slice(3).map(({ name, icon }) => (
          <li key={name}>
            <a href={addressOf({ name })} className="rail-link" onClick={hideOverlay}>
              <Icon name={icon} />
              <span>{t(`nav-${name}`)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
