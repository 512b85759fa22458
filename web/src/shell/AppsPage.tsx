/** The shelf: every app as a living card; ideas and the chat to make another. */
import { useApps, useToday } from '../api/queries';
import { useText } from '../i18n/text';
import { GlanceCard } from '../today/GlanceCard';
import { Button } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import { Icon } from '../ui/Icon';
import { PageHead } from './PageHead';
import { showOverlay } from './overlay';
import { addressOf, go } from './router';
import '../today/today.css';

export default function AppsPage() {
  const t = useText();
  const apps = useApps();
  const today = useToday();
  return (
    <section className="pane" aria-label={t('nav-apps')}>
      <PageHead title={t('nav-apps')}>
        <a className="button plain small-button" href={addressOf({ name: 'gallery' })}><Icon name="bulb" size={16} /><span>{t('nav-gallery')}</span></a>
        <Button small icon="upload" onPress={() => showOverlay({ name: 'take-from' })}>{t('package-bring')}</Button>
        <Button small look="solid" icon="plus" onPress={() => go({ name: 'chat' })}>{t('apps-new')}</Button>
      </PageHead>
      <div className="page-body scroll">
        {apps.isPending && <Skeleton label={t('loading')} rows={5} />}
        {apps.data?.length === 0 && (
          <Empty icon="apps" title={t('apps-none-title')} text={t('apps-none-text')}>
            <Button look="solid" icon="chat" onPress={() => go({ name: 'chat' })}>{t('apps-none-action')}</Button>
            <Button icon="bulb" onPress={() => go({ name: 'gallery' })}>{t('nav-gallery')}</Button>
          </Empty>
        )}
        <div className="glance-cards">
          {apps.data?.map((app) => <GlanceCard key={app.id} app={app} trend={today.data?.trends[app.id]} />)}
        </div>
      </div>
    </section>
  );
}
