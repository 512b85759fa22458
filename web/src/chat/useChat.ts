/** The conversation: past turns from the home, page by page in both directions, and the turn that is on its way. */
import { useCallback, useSyncExternalStore } from 'react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import type { Turn } from '../api/types';
import { pick, say, talk } from './talk';

const PAGE = 30;

type Cursor = { before?: string; after?: string; around?: string };

/** `around`: open the talk at this turn instead of at its end. */
export function useTurns(around?: string) {
  const past = useInfiniteQuery({
    queryKey: ['turns', around ?? ''],
    initialPageParam: (around ? { around } : {}) as Cursor,
    queryFn: ({ pageParam }) => api.turns(pageParam, PAGE),
    // 'Next' is what came before: the talk is read upwards.
    getNextPageParam: (page): Cursor | undefined => (page.length >= PAGE / 2 && page[0] ? { before: page[0].id } : undefined),
    getPreviousPageParam: (page): Cursor | undefined => (around && page.length ? { after: page.at(-1)!.id } : undefined),
    select: (data) => [...data.pages].reverse().flat(),
  });
  return { past, turns: (past.data ?? []) as (Turn & { undone?: boolean })[] };
}

export function useTalk() {
  const client = useQueryClient();
  const { pending, finished } = useSyncExternalStore(talk.subscribe, talk.snapshot);
  const send = useCallback((text: string, images: readonly string[] = []) => say(client, text, images), [client]);
  return { pending, finished, send, stop: talk.stop, pick: (offered: string, number: number) => pick(client, offered, number), drop: talk.drop };
}
