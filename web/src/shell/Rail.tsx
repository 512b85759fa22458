/** The side rail of wide screens: every place, and the latest apps with what they say at a glance. */
import { Button as AriaButton } from 'react-aria-components';
import { useApps, useReminders } from '../api/queries';
import { dueCount } from '../due/due';
import { useLocale, useText } from '../i18n/text';
import { AppTile } from '../ui/AppTile';
import { Skeleton } from '../ui/Empty';
import { Icon, Mark } from '../ui/Icon';
import { GlanceLine } from './Glance';
import { showOverlay } from './overlay';
import { PLACES, listedAs } from './places';
import { addressOf, type Place } from './router';
import { modifier } from './shortcuts';
import { StatusBadge } from './Status';

export function Rail({ place }: { place: Place }) {
  const t = useText();
  const { tz } = useLocale();
  const apps = useApps();
  const reminders = useReminders();
  const due = dueCount(reminders.data ?? [], tz);
  const here = listedAs(place.name);
  return (
    <nav className="rail" aria-label={t('nav-label')}>
      <header className="rail-head">
        <a href="#/" className="brand" aria-label={t('nav-home')}>
          <Mark size={28} />
          <span>Calisson</span>
        </a>
        <StatusBadge />
      </header>
      <AriaButton className="rail-search" onPress={() => showOverlay({ name: 'palette' })} aria-keyshortcuts="Control+K Meta+K">
        <Icon name="search" size={18} />
        <span className="truncate">{t('nav-search')}</span>
        <kbd aria-hidden="true">{modifier()}K</kbd>
      </AriaButton>
      <ul className="rail-places">
        {PLACES.map(({ name, icon }) => (
          <li key={name}>
            <a
              href={addressOf({ name })}
              className="rail-link"
              aria-current={here === name && place.name !== 'app' ? 'page' : undefined}
            >
              <Icon name={icon} />
              <span>{t(`nav-${name}`)}</span>
              {name === 'today' && due > 0 && <span className="badge num">{due}</span>}
            </a>
          </li>
        ))}
      </ul>
      <h2 className="rail-title">{t('today-apps')}</h2>
      <ul className="rail-apps scroll">
        {apps.isPending && <li><Skeleton label={t('loading')} rows={3} /></li>}
        {apps.data?.map((app) => (
          <li key={app.id}>
            <a
              href={addressOf({ name: 'app', app: app.id })}
              className="shelf-app"
              aria-current={place.name === 'app' && place.app === app.id ? 'page' : undefined}
            >
              <AppTile id={app.id} icon={app.icon} size="s" />
              <span className="shelf-text">
                <span className="truncate">{app.name}</span>
                <GlanceLine metric={app.glance[0]} />
              </span>
            </a>
          </li>
        ))}
        {apps.data?.length === 0 && <li className="shelf-empty muted small">{t('apps-none-short')}</li>}
      </ul>
    </nav>
  );
}
