/** Reminders in a list, each with what can be done: done and later when it is due, cancel before; every one undoable. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { useUndoToast } from '../api/queries';
import type { Reminder } from '../api/types';
import { formatWhen } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { Button, IconButton } from '../ui/Button';
import { toast } from '../ui/toasts';

type Change = { id: string; done?: boolean; snooze_minutes?: number; cancel?: boolean };

export function DueList({ items, urgent = false }: { items: Reminder[]; urgent?: boolean }) {
  const t = useText();
  const locale = useLocale();
  const client = useQueryClient();
  const explain = useExplain();
  const undoToast = useUndoToast();
  const change = useMutation({
    mutationFn: ({ id, cancel, ...what }: Change) => (cancel ? api.deleteReminder(id) : api.changeReminder(id, what)),
    onSuccess: (written, asked) =>
      undoToast(t(asked.cancel ? 'reminder-cancelled' : asked.done ? 'reminder-finished' : 'reminder-moved'), written?.turn_id),
    onError: (error) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['reminders'] }),
  });
  if (!items.length) return null;
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id} className={`due-item${urgent ? ' urgent' : ''}`}>
          <div className="version-text">
            <strong>{item.text}</strong>
            <div className="muted small">{item.next ? formatWhen(item.next, locale) : ''}</div>
          </div>
          {urgent ? (
            <>
              <Button small onPress={() => change.mutate({ id: item.id, snooze_minutes: 15 })}>{t('reminder-snooze-short')}</Button>
              <Button small look="solid" icon="check" onPress={() => change.mutate({ id: item.id, done: true })}>{t('reminder-done')}</Button>
            </>
          ) : (
            <IconButton label={`${t('reminder-delete')}: ${item.text}`} icon="trash" size={18} onPress={() => change.mutate({ id: item.id, cancel: true })} />
          )}
        </li>
      ))}
    </ul>
  );
}
