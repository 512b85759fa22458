/** The left shelf of wide screens: the home's apps with what they say at a glance, due, settings. */
import { useApps, useReminders } from '../api/queries';
import { useLocale, useText } from '../i18n/text';
import { Icon, Mark, type IconName } from '../ui/Icon';
import { Skeleton } from '../ui/Empty';
import { dueCount } from '../due/due';
import { GlanceLine } from './Glance';
import { addressOf, type Place } from './router';
import { StatusBadge } from './Status';
import { AppTile } from '../ui/AppTile';

export function Shelf({ place }: { place: Place }) {
  const t = useText();
  const { tz } = useLocale();
  const apps = useApps();
  const reminders = useReminders();
  const due = dueCount(reminders.data ?? [], tz);
  return (
    <nav className="shelf" aria-label={t('nav-label')}>
      <header className="shelf-head">
        <a href="#/" className="brand" aria-label={t('nav-home')}>
          <Mark size={26} />
          <span>Calisson</span>
        </a>
        <StatusBadge />
      </header>
      <h2 className="shelf-title">{t('nav-apps')}</h2>
      <ul className="shelf-apps scroll">
        {apps.isPending && <Skeleton label={t('loading')} rows={3} />}
        {apps.data?.map((app) => {
          const here = place.name === 'app' && place.app === app.id;
          return (
            <li key={app.id}>
              <a
                href={addressOf({ name: 'app', app: app.id })}
                className="shelf-app"
                aria-current={here ? 'page' : undefined}
              >
                <AppTile id={app.id} icon={app.icon} size="s" />
                <span className="shelf-text">
                  <span className="truncate">{app.name}</span>
                  <GlanceLine metric={app.glance[0]} />
                </span>
              </a>
            </li>
          );
        })}
        {apps.data?.length === 0 && <li className="shelf-empty muted small">{t('apps-none-short')}</li>}
      </ul>
      <div className="shelf-foot">
        <ShelfLink name="due" icon="due" label={t('nav-due')} here={place.name === 'due'} badge={due} />
        <ShelfLink name="settings" icon="settings" label={t('nav-settings')} here={place.name === 'settings'} />
      </div>
    </nav>
  );
}

function ShelfLink({ name, icon, label, here, badge = 0 }: {
  name: 'due' | 'settings'; icon: IconName; label: string; here: boolean; badge?: number;
}) {
  return (
    <a href={addressOf({ name })} className="shelf-link" aria-current={here ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{label}</span>
      {badge > 0 && <span className="badge num">{badge}</span>}
    </a>
  );
}
