/** What is due, today and later; done and snooze at hand. */
import { useReminders } from '../api/queries';
import type { Reminder } from '../api/types';
import { useLocale, useText } from '../i18n/text';
import { PageHead } from '../shell/PageHead';
import { Empty, Skeleton } from '../ui/Empty';
import { DueList } from './DueList';
import { groupReminders } from './due';

export default function DuePage() {
  const t = useText();
  const { tz } = useLocale();
  const reminders = useReminders();
  const groups = groupReminders(reminders.data ?? [], tz);
  const none = !groups.due.length && !groups.today.length && !groups.later.length;
  return (
    <section className="pane column" aria-label={t('nav-due')}>
      <PageHead title={t('nav-due')} />
      <div className="page-body scroll">
        {reminders.isPending && <Skeleton label={t('loading')} rows={4} />}
        {!reminders.isPending && none && <Empty icon="due" title={t('due-none-title')} text={t('due-none-text')} />}
        <Group title={t('due-now')} items={groups.due} urgent />
        <Group title={t('due-today')} items={groups.today} />
        <Group title={t('due-later')} items={groups.later} />
      </div>
    </section>
  );
}

function Group({ title, items, urgent = false }: { title: string; items: Reminder[]; urgent?: boolean }) {
  if (!items.length) return null;
  return (
    <section className="day-group" aria-label={title}>
      <h2>{title}</h2>
      <DueList items={items} urgent={urgent} />
    </section>
  );
}
