/** The phone's bar: chat, apps, due, settings. */
import { useReminders } from '../api/queries';
import { dueCount } from '../due/due';
import { useLocale, useText } from '../i18n/text';
import { Icon, type IconName } from '../ui/Icon';
import { addressOf, type Place } from './router';

const ITEMS: { name: 'chat' | 'apps' | 'due' | 'settings'; icon: IconName }[] = [
  { name: 'chat', icon: 'chat' },
  { name: 'apps', icon: 'apps' },
  { name: 'due', icon: 'due' },
  { name: 'settings', icon: 'settings' },
];

export function BottomBar({ place }: { place: Place }) {
  const t = useText();
  const { tz } = useLocale();
  const reminders = useReminders();
  const due = dueCount(reminders.data ?? [], tz);
  const here = place.name === 'app' ? 'apps' : place.name;
  return (
    <nav className="bottom-bar" aria-label={t('nav-label')}>
      {ITEMS.map((item) => (
        <a key={item.name} href={addressOf({ name: item.name })} aria-current={here === item.name ? 'page' : undefined}>
          <span className="bar-icon">
            <Icon name={item.icon} size={23} filled={false} />
            {item.name === 'due' && due > 0 && <span className="badge num">{due}</span>}
          </span>
          <span>{t(`nav-${item.name}`)}</span>
        </a>
      ))}
    </nav>
  );
}
