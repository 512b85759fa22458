/** Entries as the person sees them: what the home last said, with what waits on this device laid over it. */
import type { RecordPage, RecordRow, Value } from '../api/types';
import { provisional, type Waiting } from './items';

interface Query {
  entity?: string;
  offset?: number;
  q?: string;
  as_of?: string;
}

/**
 * A page of entries of `app` with the waiting ones; a look at the past stays as it was. What the home did not take stays
 * in sight with the person's values, for the person to decide; a deletion that it did not take is shown as not done. What is
 * laid over twice stands there once; what was sent meanwhile stays until the home is read again.
 */
export function overlay(page: RecordPage, waiting: readonly Waiting[], app: string, query: Query): RecordPage {
  if (query.as_of || !waiting.length) return page;
  const again = new Set(waiting.map(({ key }) => provisional(key)));
  let records: RecordRow[] = page.records.filter(({ id }) => !again.has(id)); // laid over it before
  const added: RecordRow[] = [];
  let total = page.total - page.records.length + records.length;
  for (const item of waiting) {
    if (item.kind === 'say' || item.app !== app || (item.problem && item.kind === 'remove')) continue;
    if (item.kind === 'add') {
      if (query.entity && item.entity !== query.entity) continue;
      if (query.q && !holds(Object.values(item.values), query.q)) continue;
      added.unshift({ id: provisional(item.key), entity: item.entity, values: item.values, created_at: item.at, waiting: true });
    } else if (item.kind === 'change') {
      const changed = (row: RecordRow): RecordRow =>
        row.id === item.record ? { ...row, values: { ...row.values, ...item.values }, waiting: true } : row;
      records = records.map(changed);
      added.splice(0, added.length, ...added.map(changed));
    } else {
      const before = records.length + added.length;
      records = records.filter((row) => row.id !== item.record);
      added.splice(0, added.length, ...added.filter((row) => row.id !== item.record));
      total -= before - records.length - added.length;
    }
  }
  total += added.length;
  return { ...page, records: query.offset ? records : [...added, ...records], total };
}

function holds(values: readonly Value[], words: string): boolean {
  const text = values.flat().join(' ').toLocaleLowerCase();
  return words.toLocaleLowerCase().split(/\s+/).every((word) => text.includes(word));
}
