/** Bringing one waiting thing to the home, and what to do when somebody else was faster. */
import { Problem, asProblem } from '../api/problems';
import { call } from '../api/typed';
import { speak } from '../api/turns';
import type { RecordRow, TurnResult, Value, Values, Written } from '../api/types';
import type { Waiting } from './items';

/** What came of it: `copied` means that two changes met and both were kept. */
export type Delivered = { written?: Partial<Written>; result?: TurnResult; copied?: boolean };

/** Somebody else changed the same field meanwhile; `theirs` is the entry as they left it. */
export class Met extends Problem {
  constructor(readonly theirs: RecordRow, detail: string) {
    super('conflict', 409, detail);
  }
}

/**
 * Sends it; throws `Problem`.
 *
 * `keepBoth`: when the same field was changed elsewhere (or the entry was deleted), the person's values are added as an
 * entry of their own instead of a conflict being thrown.
 */
export async function deliver(item: Waiting, keepBoth: boolean): Promise<Delivered> {
  switch (item.kind) {
    case 'say':
      return { result: await speak({ text: item.text, key: item.key, at: item.at, ...(item.app ? { app: item.app } : {}), ...(item.images ? { images: item.images } : {}) }) };
    case 'add': {
      const body = { entity: item.entity, values: item.values };
      const written: Written = await call('post', '/apps/{app_id}/records', { path: { app_id: item.app }, body, key: item.key });
      return { written };
    }
    case 'change':
      return change(item, keepBoth);
    case 'remove':
      return remove(item);
  }
}

async function change(item: Waiting & { kind: 'change' }, keepBoth: boolean): Promise<Delivered> {
  const path = { app_id: item.app, record_id: item.record };
  const patch = (version: number | undefined, key: string): Promise<Written> =>
    call('patch', '/apps/{app_id}/records/{record_id}', { path, body: body(version), key });
  const body = (version?: number) => ({ values: item.values, ...(version === undefined ? {} : { base_version: version }) });
  let current: RecordRow | undefined;
  try {
    return { written: await patch(item.base?.version, item.key) };
  } catch (error) {
    const problem = asProblem(error);
    if (problem.kind === 'gone' && keepBoth && item.base) return { written: await copy(item, item.base.values), copied: true };
    if (problem.kind !== 'conflict' || !item.base) throw problem;
    const found: { record: RecordRow } = await call('get', '/apps/{app_id}/records/{record_id}', { path });
    current = found.record;
    if (overlaps(item.values, item.base.values, current.values)) {
      if (keepBoth) return { written: await copy(item, current.values), copied: true };
      throw new Met(current, problem.detail);
    }
  }
  return { written: await patch(current.version, `${item.key}.merge`) };
}

async function remove(item: Waiting & { kind: 'remove' }): Promise<Delivered> {
  try {
    const path = { app_id: item.app, record_id: item.record };
    const written: Written = await call('delete', '/apps/{app_id}/records/{record_id}', { path, key: item.key });
    return { written };
  } catch (error) {
    if (asProblem(error).kind === 'gone' && item.tried) return {}; // it is gone, as the person wanted
    throw error;
  }
}

/** The person's version as an entry of its own. */
function copy(item: Waiting & { kind: 'change' }, values: Values): Promise<Written> {
  const body = { entity: item.base?.entity, values: { ...values, ...item.values } };
  return call('post', '/apps/{app_id}/records', { path: { app_id: item.app }, body, key: `${item.key}.copy` });
}

/** The fields that both changed, to different values. */
export function meeting(mine: Values, base: Values, theirs: Values): string[] {
  return Object.keys(mine).filter((name) => !same(theirs[name], base[name]) && !same(theirs[name], mine[name]));
}

/** Whether somebody else changed one of the fields that the person changed, to something else. */
export const overlaps = (mine: Values, base: Values, theirs: Values): boolean => meeting(mine, base, theirs).length > 0;

const same = (a: Value | undefined, b: Value | undefined) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
