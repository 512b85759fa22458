/** Reading the list of memories, and forgetting, adding and rewording them; every change can be taken back. */
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { api } from '../api/client';
import { useUndoToast } from '../api/queries';
import type { FactPage, MemoryAsk } from '../api/types';
import { useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { toast } from '../ui/toasts';

/** Under these keys stand lists, in pages. */
const LISTS = ['memories', 'list'];

export const useList = (ask: MemoryAsk) => useInfiniteQuery({
  queryKey: [...LISTS, ask],
  queryFn: ({ pageParam }) => api.memories(ask, pageParam),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: FactPage) => next ?? undefined,
  placeholderData: keepPreviousData,
});

export const useOverview = (tier: MemoryAsk['tier']) => useQuery({
  queryKey: ['memories', 'overview', tier], queryFn: () => api.memoryOverview(tier), placeholderData: keepPreviousData, retryOnMount: false,
});

function useSettled() {
  const client = useQueryClient();
  return () => Promise.all([['memories'], ['changes'], ['memory-report']].map((queryKey) => client.invalidateQueries({ queryKey })));
}

export function useForget() {
  const t = useText();
  const client = useQueryClient();
  const explain = useExplain();
  const undoToast = useUndoToast();
  return useMutation({
    mutationFn: (id: string) => api.forgetMemory(id),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: ['memories'] });
      client.setQueriesData<InfiniteData<FactPage>>({ queryKey: LISTS }, (known) => known && {
        ...known, pages: known.pages.map((page) => ({ ...page, memories: page.memories.filter((fact) => fact.id !== id) })),
      });
    },
    onSuccess: (written) => undoToast(t('memory-forgotten'), written.turn_id),
    onError: (error: unknown) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: useSettled(),
  });
}

/** Remembers something, or puts it into other words. */
export function useKeep(done: () => void) {
  const t = useText();
  const explain = useExplain();
  const undoToast = useUndoToast();
  return useMutation({
    mutationFn: ({ id, text }: { id: string | undefined; text: string }) => (id ? api.changeMemory(id, text) : api.addMemory(text)),
    onSuccess: (written, { id }) => {
      undoToast(t(id ? 'memory-changed' : 'memory-kept'), written.turn_id);
      done();
    },
    onError: (error: unknown) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: useSettled(),
  });
}

/** Changes what speaks for keeping a memory, or who may see it; `said` is what the toast says. */
export function useChange<T>(change: (what: T) => Promise<{ turn_id?: string }>, said: (what: T) => string) {
  const client = useQueryClient();
  const explain = useExplain();
  const undoToast = useUndoToast();
  return useMutation({
    mutationFn: change,
    onSuccess: (written, what) => undoToast(said(what), written.turn_id),
    onError: (error: unknown) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['memories'] }),
  });
}
