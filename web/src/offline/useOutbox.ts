/** The outbox for components: what waits, and the news of what was sent. */
import { useEffect, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { refreshApp } from '../api/queries';
import { useText } from '../i18n/text';
import { toast } from '../ui/toasts';
import type { Waiting } from './items';
import { outbox } from './outbox';

/** What waits on this device, oldest first. */
export const useOutbox = (): readonly Waiting[] => useSyncExternalStore(outbox.subscribe, outbox.snapshot);

/** Says what became of things that waited, and reads again what they changed; used once, by the frame. */
export function useOutboxNews(): void {
  const client = useQueryClient();
  const t = useText();
  useEffect(() => {
    let before = outbox.snapshot();
    const shown = () => {
      const now = outbox.snapshot();
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
      if (news.refused) toast({ text: t('outbox-refused', { count: news.refused }), tone: 'danger', lasts: 0 });
    });
    return () => {
      stop();
      mute();
    };
  }, [client, t]);
}
