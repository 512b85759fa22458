/** The phone's list of apps, with what each says at a glance; an invitation when there is none. */
import { useApps } from '../api/queries';
import { useText } from '../i18n/text';
import { AppTile } from '../ui/AppTile';
import { Button } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import { Icon } from '../ui/Icon';
import { GlanceLine } from './Glance';
import { addressOf, go } from './router';
import { StatusBadge } from './Status';

export function AppsPage() {
  const t = useText();
  const apps = useApps();
  return (
    <main className="pane" aria-label={t('nav-apps')}>
      <header className="page-head">
        <h1>{t('nav-apps')}</h1>
        <StatusBadge />
      </header>
      <div className="page-body scroll">
        {apps.isPending && <Skeleton label={t('loading')} rows={5} />}
        {apps.data?.length === 0 && (
          <Empty icon="apps" title={t('apps-none-title')} text={t('apps-none-text')}>
            <Button look="solid" icon="chat" onPress={() => go({ name: 'chat' })}>{t('apps-none-action')}</Button>
          </Empty>
        )}
        <ul className="app-cards">
          {apps.data?.map((app) => (
            <li key={app.id}>
              <a href={addressOf({ name: 'app', app: app.id })} className="app-link">
                <AppTile id={app.id} icon={app.icon} size="m" />
                <span className="shelf-text">
                  <span className="truncate app-link-name">{app.name}</span>
                  {app.glance.length ? app.glance.slice(0, 2).map((metric) => <GlanceLine key={metric.label} metric={metric} />) : (
                    <span className="muted small truncate">{app.summary}</span>
                  )}
                </span>
                <Icon name="next" size={18} />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </main>
  );
}
