/** The outbox for components: what waits, and the news of what was sent. */
import { useEffect, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { refreshApp } from '../api/queries';
import { useText } from '../i18n/text';
import { showOverlay } from '../shell/overlay';
import { notify, toast } from '../ui/toasts';
import type { Waiting } from './items';
import { outbox } from './outbox';
import type { RowState } from './states';

/** What waits on this device, oldest first. */
export const useOutbox = (): readonly Waiting[] => useSyncExternalStore(outbox.subscribe, outbox.snapshot);

/** How the write of a record stands; undefined when the home has it. */
export const useRowState = (record: string): RowState | undefined =>
  useSyncExternalStore(outbox.subscribe, () => outbox.stateOf(record));

/** Says what became of things that waited, and reads again what they changed; used once, by the frame. */
export function useOutboxNews(): void {
  const client = useQueryClient();
  const t = useText();
  useEffect(() => {
    let before = outbox.snapshot();
    const shown = () => {
      const now = outbox.snapshot();
      if (now === before) return;
      const apps = new Set([...before, ...now].flatMap((item) => (item.kind === 'say' ? [] : [item.app])));
      before = now;
      for (const app of apps) void client.invalidateQueries({ queryKey: ['records', app] });
    };
    const stop = outbox.subscribe(shown);
    const mute = outbox.onNews((news) => {
      void client.invalidateQueries({ queryKey: ['turns'] });
      if (news.last) void client.invalidateQueries();
      for (const app of news.apps) void refreshApp(client, app);
      if (news.sent) toast({ text: t('outbox-sent', { count: news.sent }) });
      if (news.copied) toast({ text: t('outbox-copied', { count: news.copied }), lasts: 0 });
      if (news.refused) toast({ text: t('outbox-refused', { count: news.refused }), tone: 'danger', lasts: 0, actions: [{ label: t('row-look'), run: () => showOverlay({ name: 'outbox' }) }] });
      notify(news.notices);
    });
    return () => {
      stop();
      mute();
    };
  }, [client, t]);
}
