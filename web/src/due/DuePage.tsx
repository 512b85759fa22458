/** What is due, today and later; done and snooze at hand. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { useReminders } from '../api/queries';
import type { Reminder } from '../api/types';
import { formatWhen } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { StatusBadge } from '../shell/Status';
import { Button, IconButton } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import { toast } from '../ui/toasts';
import { groupReminders } from './due';

export default function DuePage() {
  const t = useText();
  const { tz } = useLocale();
  const reminders = useReminders();
  const groups = groupReminders(reminders.data ?? [], tz);
  const none = !groups.due.length && !groups.today.length && !groups.later.length;
  return (
    <main className="pane" aria-label={t('nav-due')}>
      <header className="page-head"><h1>{t('nav-due')}</h1><StatusBadge /></header>
      <div className="page-body scroll">
        {reminders.isPending && <Skeleton label={t('loading')} rows={4} />}
        {!reminders.isPending && none && <Empty icon="due" title={t('due-none-title')} text={t('due-none-text')} />}
        <Group title={t('due-now')} items={groups.due} urgent />
        <Group title={t('due-today')} items={groups.today} />
        <Group title={t('due-later')} items={groups.later} />
      </div>
    </main>
  );
}

function Group({ title, items, urgent = false }: { title: string; items: Reminder[]; urgent?: boolean }) {
  const t = useText();
  const locale = useLocale();
  const client = useQueryClient();
  const explain = useExplain();
  const change = useMutation({
    mutationFn: ({ id, ...what }: { id: string; done?: boolean; snooze_minutes?: number; cancel?: boolean }) =>
      what.cancel ? api.deleteReminder(id) : api.changeReminder(id, what),
    onError: (error) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['reminders'] }),
  });
  if (!items.length) return null;
  return (
    <section className="day-group" aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {items.map((item) => (
          <li key={item.id} className="due-item">
            <div className="version-text">
              <strong>{item.text}</strong>
              <div className="muted small">{item.next ? formatWhen(item.next, locale) : ''}</div>
            </div>
            {urgent && <Button small onPress={() => change.mutate({ id: item.id, snooze_minutes: 15 })}>{t('reminder-snooze-short')}</Button>}
            {urgent && <Button small look="solid" icon="check" onPress={() => change.mutate({ id: item.id, done: true })}>{t('reminder-done')}</Button>}
            {!urgent && <IconButton label={`${t('reminder-delete')}: ${item.text}`} icon="trash" size={18} onPress={() => change.mutate({ id: item.id, cancel: true })} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
