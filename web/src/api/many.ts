/** Many records at once: all of an entity, several writes in one step, pieces of spreadsheets. One write goes through the outbox. */
import { outbox } from '../offline/outbox';
import { overlay } from '../offline/overlay';
import { call } from './typed';
import type { RecordPage, RecordRow, Values, Written } from './types';

export interface Batch {
  add?: Values[];
  change?: { id: string; values: Values }[];
  remove?: string[];
}

export interface BatchDone {
  added: RecordRow[];
  changed: RecordRow[];
  removed: string[];
  turn_id?: string;
  /** Kept on this device until the home is back. */
  waiting?: boolean | undefined;
  /** Kept on this device until the person decides: the thing in the outbox. */
  refused?: string | undefined;
  /** What rules of the app have to say. */
  notices?: string[] | undefined;
}

export interface PasteReport {
  rows: number;
  added: number;
  /** The field of each column; empty where none takes it. */
  fields: string[];
  header: boolean;
  problems: { field: string; message: string }[];
  turn_id: string | null;
}

/** Up to 10,000 records of one kind in one answer, with what waits on this device laid over the first of them. */
export async function allRecords(app: string, entity: string, offset = 0): Promise<RecordPage> {
  const query = { entity, offset: offset || undefined };
  const page: RecordPage = await call('get', '/apps/{app_id}/all', { path: { app_id: app }, query });
  outbox.seen(page.records);
  await outbox.ready;
  return overlay(page, outbox.snapshot(), app, { entity, offset });
}

/** Writes that belong together: all or none, undone in one step. A single one waits on this device when the home is away, and with `keep` also when the home refuses it. */
export async function batch(app: string, entity: string, body: Batch, keep = false): Promise<BatchDone> {
  const { add = [], change = [], remove = [] } = body;
  if (add.length + change.length + remove.length !== 1) {
    return call('post', '/apps/{app_id}/records/batch', { path: { app_id: app }, body: { entity, ...body } });
  }
  const [values] = add;
  const [changed] = change;
  const [removed] = remove;
  if (values) {
    const done = await outbox.write({ kind: 'add', app, entity, values }, keep);
    return { added: [done.record], changed: [], removed: [], ...told(done) };
  }
  if (changed) {
    const done = await outbox.write({ kind: 'change', app, record: changed.id, values: changed.values }, keep);
    return { added: [], changed: [done.record], removed: [], ...told(done) };
  }
  const done = await outbox.write({ kind: 'remove', app, record: removed as string }, keep);
  return { added: [], changed: [], removed: [removed as string], ...told(done) };
}

const told = ({ turn_id, waiting, refused, notices }: Partial<Written>) => ({ ...(turn_id ? { turn_id } : {}), waiting, refused, notices });

/** Adds rows of a spreadsheet, or says with `dry_run` what would come of it. */
export const paste = (
  app: string, body: { text: string; entity: string; fields: string[]; keep?: boolean; dry_run?: boolean },
): Promise<PasteReport> => call('post', '/apps/{app_id}/paste', { path: { app_id: app }, body });
