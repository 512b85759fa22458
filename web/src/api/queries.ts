/** What the page reads and writes, as hooks: cached, refreshed after every write, undoable with one tap. */
import {
  keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient, type QueryClient,
} from '@tanstack/react-query';
import { useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { notify, toast } from '../ui/toasts';
import { api, type RecordQuery } from './client';
import type { Preferences, RecordRow, Values } from './types';

const PAGE = 200;

export const useSession = () => useQuery({ queryKey: ['session'], queryFn: api.session, staleTime: Infinity });
export const usePreferences = () => useQuery({ queryKey: ['preferences'], queryFn: api.preferences, staleTime: 60_000 });
export const useApps = () => useQuery({ queryKey: ['apps'], queryFn: api.apps });
export const useApp = (app: string) => useQuery({ queryKey: ['app', app], queryFn: () => api.app(app) });
export const useHistory = (app: string) => useQuery({ queryKey: ['history', app], queryFn: () => api.history(app) });
export const useToday = () => useQuery({ queryKey: ['today'], queryFn: api.today });
export const useReminders = () => useQuery({ queryKey: ['reminders'], queryFn: () => api.reminders() });
export const useDecision = (id: string, enabled: boolean) =>
  useQuery({ queryKey: ['decision', id], queryFn: () => api.decision(id), enabled });
export const useSeries = (app: string, view: number) =>
  useQuery({ queryKey: ['series', app, view], queryFn: () => api.series(app, view), placeholderData: keepPreviousData });

/** Records a page at a time; `all` are those loaded so far. */
export function useRecords(app: string, query: RecordQuery, size = PAGE) {
  const result = useInfiniteQuery({
    queryKey: ['records', app, query, size],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => api.records(app, { ...query, limit: size, offset: pageParam }),
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.records.length, 0);
      return last.records.length && loaded < last.total ? loaded : undefined;
    },
    placeholderData: keepPreviousData,
    select: (data) => ({
      all: data.pages.flatMap((page) => page.records),
      total: data.pages.at(-1)?.total ?? 0,
    }),
  });
  return { ...result, all: result.data?.all ?? NONE, total: result.data?.total ?? 0 };
}
const NONE: RecordRow[] = [];

/** After a write to an app: everything shown of it is read again. */
export function refreshApp(client: QueryClient, app: string): Promise<unknown> {
  return Promise.all(
    [['apps'], ['today'], ['changes'], ['app', app], ['records', app], ['series', app], ['history', app], ['latest', app]].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

/** Takes a turn back and refreshes everything; says so when it cannot. */
export function useUndo() {
  const client = useQueryClient();
  const explain = useExplain();
  const t = useText();
  return useMutation({
    mutationFn: (turn: string) => api.undo(turn),
    onSuccess: () => toast({ text: t('undo-done') }),
    onError: (error) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: () => client.invalidateQueries(),
  });
}

/** A toast that offers to take the last write back. */
export function useUndoToast() {
  const undo = useUndo();
  const t = useText();
  return (text: string, turn: string | undefined) => {
    toast({ text, ...(turn ? { actions: [{ label: t('undo'), run: () => undo.mutate(turn) }] } : {}) });
  };
}

/** Adding, changing and deleting records of one app by hand. */
export function useRecordWrites(app: string) {
  const client = useQueryClient();
  const explain = useExplain();
  const undoToast = useUndoToast();
  const t = useText();
  const onSettled = () => refreshApp(client, app);
  const onError = (error: unknown) => toast({ text: explain(error), tone: 'danger' });
  const add = useMutation({
    mutationFn: ({ entity, values }: { entity: string; values: Values }) => api.addRecord(app, entity, values),
    onSuccess: (written) => {
      undoToast(t(written.waiting ? 'outbox-kept' : 'record-added'), written.turn_id);
      notify(written.notices);
    },
    onSettled,
  });
  const change = useMutation({
    mutationFn: ({ record, values }: { record: string; values: Values }) => api.changeRecord(app, record, values),
    onSuccess: (written) => {
      undoToast(t(written.waiting ? 'outbox-kept' : 'record-changed'), written.turn_id);
      notify(written.notices);
    },
    onSettled,
    onError,
  });
  const remove = useMutation({
    mutationFn: (record: string) => api.deleteRecord(app, record),
    onSuccess: (written) => {
      undoToast(t(written?.waiting ? 'outbox-kept' : 'record-deleted'), written?.turn_id);
      notify(written?.notices);
    },
    onSettled,
    onError,
  });
  return { add, change, remove };
}

/** Saves the home's preferences. */
export function useSavePreferences() {
  const client = useQueryClient();
  const explain = useExplain();
  return useMutation({
    mutationFn: (change: Preferences) => api.savePreferences(change),
    onError: (error) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: () =>
      Promise.all([['preferences'], ['session'], ['apps'], ['app']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
