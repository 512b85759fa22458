/**
 * The records that a view shows and changes. All of an entity's records are loaded (the first page at once, the rest,
 * up to 10,000 to a request, behind it), so that sorting, filtering, grouping and scrolling never wait. A write is shown
 * at once, put right by the answer, and stays marked when it waits or is refused; only what else depends on it is read again.
 */
import { useMemo } from 'react';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { allRecords, batch as write, type Batch, type BatchDone } from '../api/many';
import { useUndoToast } from '../api/queries';
import type { RecordPage, RecordRow, Values } from '../api/types';
import { useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { outbox } from '../offline/outbox';
import { overlay } from '../offline/overlay';
import { useOutbox } from '../offline/useOutbox';
import { showOverlay } from '../shell/overlay';
import { notify, toast } from '../ui/toasts';

const FIRST = 200;
const NOTHING: RecordPage = { records: [], total: 0 };

interface Rows {
  rows: RecordRow[];
  total: number;
}

const keyOf = (app: string, entity: string) => ['records', app, 'rows', entity] as const;

async function load(client: QueryClient, app: string, entity: string): Promise<Rows> {
  const key = keyOf(app, entity);
  const known = client.getQueryData<Rows>(key);
  if (!known || known.total <= FIRST) {
    const first = await api.records(app, { entity, limit: FIRST });
    if (first.records.length >= first.total) return { rows: first.records, total: first.total };
    client.setQueryData<Rows>(key, { rows: first.records, total: first.total });
  }
  const all = await allRecords(app, entity);
  const rows = all.records;
  while (rows.length < all.total) {
    const more = await allRecords(app, entity, rows.length);
    if (!more.records.length) break;
    rows.push(...more.records);
  }
  return { rows, total: all.total };
}

const rowsOf = (client: QueryClient, app: string, entity: string) =>
  ({ queryKey: keyOf(app, entity), queryFn: () => load(client, app, entity), structuralSharing: false, staleTime: 60_000 }) as const;

/** Asks for the records before a view is there to show them. */
export const fetchRows = (client: QueryClient, app: string, entity: string): Promise<void> =>
  client.prefetchQuery(rowsOf(client, app, entity));

/** Every record of an entity, from what is here already where it is fresh. */
export const readRows = async (client: QueryClient, app: string, entity: string): Promise<RecordRow[]> =>
  (await client.fetchQuery(rowsOf(client, app, entity))).rows;

/** Every record of an entity with what waits now, also when reading again fails; `rows` grows while the rest is still on its way. */
export function useRows(app: string, entity: string) {
  const client = useQueryClient();
  const waiting = useOutbox();
  const { data, isPending, error, refetch } = useQuery(rowsOf(client, app, entity));
  const { records: rows, total } = useMemo(
    () => (data ? overlay({ records: data.rows, total: data.total }, waiting, app, { entity }) : NOTHING),
    [data, waiting, app, entity],
  );
  return { rows, total, isPending, error, isWhole: !!data && data.rows.length >= data.total, again: () => void refetch() };
}

/** Rows with changes laid over them, as they will be once the home has stored them. Pure. */
export function patched(rows: readonly RecordRow[], batch: Batch): RecordRow[] {
  const changes = new Map((batch.change ?? []).map((change) => [change.id, change.values]));
  const gone = new Set(batch.remove ?? []);
  const out: RecordRow[] = [];
  for (const row of rows) {
    if (gone.has(row.id)) continue;
    const change = changes.get(row.id);
    out.push(change ? { ...row, values: { ...row.values, ...change } } : row);
  }
  return out;
}

/** Rows with what the home answered put in their place; new ones first. Pure. */
export function settled(rows: readonly RecordRow[], done: BatchDone): RecordRow[] {
  const known = new Map([...done.changed, ...done.added].map((row) => [row.id, row]));
  const gone = new Set(done.removed);
  const kept = rows.filter((row) => !gone.has(row.id)).map((row) => {
    const answer = known.get(row.id);
    known.delete(row.id);
    return answer ?? row;
  });
  return [...known.values(), ...kept];
}

/** Reads again what depends on an app's records, but not the records themselves. */
export function refreshAround(client: QueryClient, app: string): void {
  for (const queryKey of [['apps'], ['today'], ['changes'], ['app', app], ['series', app], ['latest', app]]) {
    void client.invalidateQueries({ queryKey });
  }
  void client.invalidateQueries({ predicate: ({ queryKey: [head, id, kind] }) => head === 'records' && id === app && kind !== 'rows' });
}

/** Adding, changing and removing records of one entity, each as one step that one undo takes back. */
export function useWrites(app: string, entity: string) {
  const client = useQueryClient();
  const explain = useExplain();
  const undoToast = useUndoToast();
  const t = useText();
  const key = keyOf(app, entity);
  const patch = (change: (rows: RecordRow[]) => RecordRow[]) =>
    client.setQueryData<Rows>(key, (before) => {
      if (!before) return before;
      const rows = change(before.rows);
      return { rows, total: before.total + rows.length - before.rows.length };
    });
  const tell = (done: BatchDone) => {
    const item = done.refused ? outbox.snapshot().find((one) => one.key === done.refused) : undefined;
    if (item?.problem?.theirs) showOverlay({ name: 'conflict', key: item.key });
    else if (done.refused) toast({ text: t('row-refused-toast'), tone: 'danger', lasts: 12_000, actions: [{ label: t('row-look'), run: () => showOverlay({ name: 'outbox' }) }] });
    else undoToast(said(done, t), done.turn_id);
    notify(done.notices);
  };
  const { mutate, mutateAsync, isPending } = useMutation({
    mutationFn: ({ keep, ...batch }: Batch & { keep?: boolean }) => write(app, entity, batch, keep),
    onMutate: async (batch) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<Rows>(key);
      patch((rows) => patched(rows, batch));
      return before;
    },
    onSuccess: (done) => {
      patch((rows) => settled(rows, done));
      tell(done);
      if (done.refused && done.removed.length) void client.invalidateQueries({ queryKey: key });
      refreshAround(client, app);
    },
    onError: (error, _batch, before) => {
      if (before) client.setQueryData(key, before);
      toast({ text: explain(error), tone: 'danger' });
      void client.invalidateQueries({ queryKey: key });
    },
  });
  return useMemo(
    () => ({
      isPending,
      batch: mutateAsync,
      change: (id: string, values: Values) => mutate({ change: [{ id, values }], keep: true }),
      changeMany: (change: { id: string; values: Values }[]) => change.length && mutate({ change, keep: true }),
      remove: (ids: string[]) => ids.length && mutate({ remove: ids, keep: true }),
      add: (values: Values, done?: () => void) => mutate({ add: [values] }, done ? { onSuccess: done } : {}),
    }),
    [isPending, mutate, mutateAsync],
  );
}

function said(done: BatchDone, t: (id: string, args?: Record<string, number>) => string): string {
  if (done.waiting) return t('outbox-kept');
  if (done.removed.length) return t('records-removed', { count: done.removed.length });
  if (done.added.length) return t('records-added', { count: done.added.length });
  return done.changed.length === 1 ? t('record-changed') : t('records-changed', { count: done.changed.length });
}
