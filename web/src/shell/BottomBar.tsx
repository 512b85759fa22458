/** The phone's bar: Today, chat, a line from anywhere, apps, and the rest. */
import { Button as AriaButton } from 'react-aria-components';
import { useReminders } from '../api/queries';
import { dueCount } from '../due/due';
import { useLocale, useText } from '../i18n/text';
import { Icon, type IconName } from '../ui/Icon';
import { showOverlay } from './overlay';
import { listedAs } from './places';
import { addressOf, type Place } from './router';

export function BottomBar({ place }: { place: Place }) {
  const t = useText();
  const { tz } = useLocale();
  const reminders = useReminders();
  const due = dueCount(reminders.data ?? [], tz);
  const here = listedAs(place.name);
  const link = (name: 'today' | 'chat' | 'apps', icon: IconName, badge = 0) => (
    <a href={addressOf({ name })} aria-current={here === name ? 'page' : undefined}>
      <span className="bar-icon">
        <Icon name={icon} size={23} />
        {badge > 0 && <span className="badge num">{badge}</span>}
      </span>
      <span className="bar-label">{t(`nav-${name}`)}</span>
    </a>
  );
  return (
    <nav className="bottom-bar" aria-label={t('nav-label')}>
      {link('today', 'sun', due)}
      {link('chat', 'chat')}
      <AriaButton className="bar-capture" aria-label={t('nav-capture')} onPress={() => showOverlay({ name: 'capture' })}>
        <Icon name="plus" size={26} />
      </AriaButton>
      {link('apps', 'apps')}
      <AriaButton
        className={`bar-more${['memory', 'history', 'gallery', 'settings'].includes(here) ? ' here' : ''}`}
        onPress={() => showOverlay({ name: 'more' })}
      >
        <span className="bar-icon"><Icon name="more" size={23} /></span>
        <span className="bar-label">{t('nav-more')}</span>
      </AriaButton>
    </nav>
  );
}
