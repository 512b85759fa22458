/** News from the home while the page is open: due reminders, and changes made elsewhere. */
import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useText } from '../i18n/text';
import { go } from '../shell/router';
import { toast } from '../ui/toasts';
import { api } from './client';
import { ownTurns } from './request';
import { refreshApp } from './queries';
import { address } from './typed';
import type { Reminder } from './types';

/** Listens to `/events` for as long as the page is shown; the browser reconnects by itself. */
export function useLive(): void {
  const client = useQueryClient();
  const t = useText();
  useEffect(() => {
    if (typeof EventSource === 'undefined') return;
    const source = new EventSource(address('/events'), { withCredentials: true });
    const reminders = () => client.invalidateQueries({ queryKey: ['reminders'] });
    const changed = (event: MessageEvent<string>) => {
      const { app_id: app, turn_id: turn } = read<{ app_id?: string; turn_id?: string }>(event);
      // The announcement can overtake the answer to the write that it announces.
      setTimeout(() => {
        if (turn && ownTurns.has(turn)) return;
        void (app ? refreshApp(client, app) : client.invalidateQueries());
      }, 300);
    };
    const due = (event: MessageEvent<string>) => {
      const body = read<Partial<Reminder> & { reminder?: Reminder }>(event);
      const reminder = body.reminder ?? body;
      void reminders();
      if (!reminder.id || !reminder.text) return;
      const id = reminder.id;
      toast({
        text: reminder.text,
        tone: 'due',
        lasts: 0,
        actions: [
          { label: t('reminder-done'), run: () => void api.changeReminder(id, { done: true }).then(reminders) },
          { label: t('reminder-snooze-short'), run: () => void api.changeReminder(id, { snooze_minutes: 15 }).then(reminders) },
          { label: t('nav-due'), run: () => go({ name: 'due' }) },
        ],
      });
    };
    const worked = (event: MessageEvent<string>) => {
      const { run_id: run, reason } = read<{ run_id?: string; reason?: string }>(event);
      for (const key of ['runs', 'run']) void client.invalidateQueries({ queryKey: [key] });
      if (!run || location.hash.includes(run) || document.querySelector(`[data-run="${CSS.escape(run)}"]`) || (reason !== 'waiting' && reason !== 'done')) return;
      toast({
        text: t(reason === 'done' ? 'run-done-toast' : 'run-asks-toast'),
        ...(reason === 'done' ? {} : { tone: 'due' as const }),
        actions: [{ label: t('run-open'), run: () => go({ name: 'runs', run }) }],
      });
    };
    source.addEventListener('runs.changed', worked);
    source.addEventListener('reminder.due', due);
    source.addEventListener('records.changed', changed);
    source.addEventListener('app.changed', changed);
    source.addEventListener('home.restored', changed);
    return () => source.close();
  }, [client, t]);
}

function read<T extends object>(event: MessageEvent<string>): T {
  try {
    return (JSON.parse(event.data) ?? {}) as T;
  } catch {
    return {} as T;
  }
}
