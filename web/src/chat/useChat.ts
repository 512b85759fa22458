/** The conversation as the page shows it: past turns from the home, and the message on its way. */
import { useCallback, useSyncExternalStore } from 'react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import type { Turn } from '../api/types';
import { drop, retry, send, snapshot, stop, subscribe } from './conversation';

const PAGE = 30;
const NONE: Turn[] = [];

/** Says something from anywhere on the page. */
export function useSend(): (text: string) => void {
  const client = useQueryClient();
  return useCallback((text: string) => void send(client, text), [client]);
}

export function useChat() {
  const client = useQueryClient();
  const { pending, announced } = useSyncExternalStore(subscribe, snapshot);
  const past = useInfiniteQuery({
    queryKey: ['turns'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => api.turns(pageParam, PAGE),
    getNextPageParam: (page) => (page.length >= PAGE ? page[0]?.id : undefined),
    select: (data) => [...data.pages].reverse().flat(),
  });
  const again = useCallback(() => void retry(client), [client]);
  return { turns: past.data ?? NONE, pending, announced, send: useSend(), retry: again, stop, drop, past };
}
