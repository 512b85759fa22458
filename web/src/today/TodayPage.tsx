/** The landing place: a line for anything, what is due, a living card for each app, what was logged last. */
import { useApps, usePreferences, useReminders, useToday } from '../api/queries';
import { DueList } from '../due/DueList';
import { groupReminders } from '../due/due';
import { longDay, nowIn } from '../i18n/dates';
import { useLocale, useText } from '../i18n/text';
import { addressOf } from '../shell/router';
import { StatusBadge } from '../shell/Status';
import { Skeleton } from '../ui/Empty';
import { useWide } from '../ui/useWide';
import { ExampleBar } from './ExampleBar';
import { GlanceCard } from './GlanceCard';
import { Quick } from '../chat/Quick';
import { Recent } from './Recent';
import { Welcome } from './Welcome';
import './today.css';

export default function TodayPage() {
  const t = useText();
  const wide = useWide();
  const locale = useLocale();
  const apps = useApps();
  const today = useToday();
  const name = usePreferences().data?.name;
  const now = nowIn(locale.tz);
  const hour = now.getUTCHours();
  const part = hour >= 4 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
  const fresh = apps.data?.length === 0 && !today.data?.recent.length;
  return (
    <section className="pane today scroll" aria-labelledby="today-title">
      <div className="today-inner">
        <header className="today-head">
          <div>
            <p className="today-date">{longDay(now, now, locale.language)}</p>
            <h1 id="today-title" tabIndex={-1}>{t(`today-${part}`)}{name ? t('today-name', { name }) : ''}</h1>
          </div>
          {!wide && <StatusBadge />}
        </header>
        <ExampleBar />
        <Quick box="today" id="composer" />
        {fresh ? <Welcome /> : (
          <div className="today-columns">
            <section className="today-main" aria-labelledby="today-apps">
              <h2 id="today-apps">{t('today-apps')}</h2>
              {apps.isPending ? <Skeleton label={t('loading')} rows={3} /> : (
                <div className="glance-cards">
                  {apps.data?.map((app) => <GlanceCard key={app.id} app={app} trend={today.data?.trends[app.id]} />)}
                </div>
              )}
            </section>
            <div className="today-side">
              <DueToday />
              <section aria-labelledby="today-recent">
                <h2 id="today-recent">{t('today-recent')}</h2>
                {today.isPending ? <Skeleton label={t('loading')} rows={4} /> : <Recent entries={today.data?.recent ?? []} />}
              </section>
            </div>
          </div>
        )}
      </div>
    </section>
  );
}

function DueToday() {
  const t = useText();
  const { tz } = useLocale();
  const reminders = useReminders();
  const groups = groupReminders(reminders.data ?? [], tz);
  const soon = [...groups.due, ...groups.today];
  return (
    <section aria-labelledby="today-due" className={soon.length ? 'today-due' : 'today-due none'}>
      <h2 id="today-due">{t('today-due')}</h2>
      {soon.length ? <DueList items={groups.due} urgent /> : <p className="muted small">{t('today-due-none')}</p>}
      <DueList items={groups.today} />
      {(groups.later.length > 0 || soon.length > 0) && <a className="small" href={addressOf({ name: 'due' })}>{t('today-due-all')}</a>}
    </section>
  );
}
