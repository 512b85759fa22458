/** Pure work over records: filter, search, sort, group with subtotals. The conditions mean what they mean in questions. */
import type { Condition, Entity, Field, RecordRow, Sort, Value } from '../api/types';
import { valueOf } from './titles';

export const NUMERIC: ReadonlySet<string> = new Set(['number', 'integer', 'quantity', 'money', 'percent', 'duration', 'rating']);
/** Numbers that make sense added up; a rating or a share does not. */
const SUMMED: ReadonlySet<string> = new Set(['number', 'integer', 'quantity', 'money', 'duration']);

export const isEmpty = (value: Value | undefined): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export const fieldOf = (entity: Entity, name: string | null | undefined): Field | undefined =>
  entity.fields.find((field) => field.name === name);

/** Text as it is compared: without case and width. */
export const fold = (text: unknown): string => String(text).normalize('NFKC').toLowerCase();

/** Less than, equal or greater, for two filled values of one field. */
export function compareValues(a: Value, b: Value, field: Field, collator: Intl.Collator): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (field.type === 'choice' && field.choices?.length) {
    const order = (value: Value) => field.choices?.findIndex((choice) => choice.value === value) ?? -1;
    const [first, second] = [order(a), order(b)];
    if (first >= 0 && second >= 0) return first - second;
  }
  return collator.compare(String(a), String(b));
}

/** Rows in order; those without a value come last either way. Stable. */
export function sortRows(rows: readonly RecordRow[], sort: Sort | undefined | null, entity: Entity, language: string): readonly RecordRow[] {
  const field = fieldOf(entity, sort?.field);
  if (!sort || !field) return rows;
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const way = sort.descending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, value: valueOf(row, field) }));
  keyed.sort((a, b) => {
    const [none, other] = [isEmpty(a.value), isEmpty(b.value)];
    if (none || other) return Number(none) - Number(other);
    return way * compareValues(a.value as Value, b.value as Value, field, collator);
  });
  return keyed.map(({ row }) => row);
}

function single(value: Value | undefined, op: Condition['op'], wanted: unknown, field: Field): boolean {
  if (op === 'empty') return isEmpty(value);
  if (op === 'filled') return !isEmpty(value);
  if (op === 'in') return (Array.isArray(wanted) ? wanted : [wanted]).some((one) => single(value, 'eq', one, field));
  if (isEmpty(value)) return op === 'ne' || op === 'lacks';
  if (Array.isArray(value)) {
    const has = value.some((item) => fold(item) === fold(wanted));
    return op === 'ne' || op === 'lacks' ? !has : has;
  }
  if (op === 'contains') return fold(value).includes(fold(wanted));
  if (op === 'lacks') return !fold(value).includes(fold(wanted));
  if (typeof value === 'boolean') {
    const same = value === (wanted === true || wanted === 'true' || wanted === 1);
    return op === 'ne' ? !same : same;
  }
  let a: string | number = typeof value === 'number' ? value : fold(value);
  let b: string | number = typeof value === 'number' ? Number(wanted) : fold(wanted);
  if (field.type === 'datetime' && typeof a === 'string' && typeof b === 'string') {
    b = b.replace(' ', 't');
    a = a.slice(0, b.length);
  }
  switch (op) {
    case 'eq': return a === b;
    case 'ne': return a !== b;
    case 'lt': return a < b;
    case 'le': return a <= b;
    case 'gt': return a > b;
    case 'ge': return a >= b;
  }
}

/** Rows that meet every condition and hold every word of `search` in what `reads` gives of them, folded. */
export function filterRows(
  rows: readonly RecordRow[], conditions: readonly Condition[], search: string, entity: Entity,
  reads: (row: RecordRow) => string,
): readonly RecordRow[] {
  const known = conditions.flatMap((condition) => {
    const field = fieldOf(entity, condition.field);
    return field ? [{ ...condition, field }] : [];
  });
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (!known.length && !words.length) return rows;
  return rows.filter((row) => {
    if (!known.every(({ field, op, value }) => single(valueOf(row, field), op, value, field))) return false;
    if (!words.length) return true;
    const text = reads(row);
    return words.every((word) => text.includes(word));
  });
}

/** What a column of rows comes to: a sum where numbers add up, else their mean; undefined without numbers. */
export function subtotal(rows: readonly RecordRow[], field: Field): { value: number; kind: 'sum' | 'mean' } | undefined {
  if (!NUMERIC.has(field.type)) return undefined;
  let sum = 0;
  let count = 0;
  for (const row of rows) {
    const value = valueOf(row, field);
    if (typeof value === 'number') {
      sum += value;
      count += 1;
    }
  }
  if (!count) return undefined;
  const tidy = (value: number) => Number(value.toPrecision(12));
  return SUMMED.has(field.type) ? { value: tidy(sum), kind: 'sum' } : { value: tidy(sum / count), kind: 'mean' };
}

export interface Group {
  /** The value that its rows share: a text, a day, a truth; null for rows without one. */
  key: string | number | boolean | null;
  rows: RecordRow[];
}

/** Rows by what they have in a field: a record of several choices stands in each, times are taken by their day. */
export function groupRows(rows: readonly RecordRow[], field: Field, language: string): Group[] {
  const groups = new Map<Group['key'], RecordRow[]>();
  for (const row of rows) {
    const value = valueOf(row, field);
    const keys: Group['key'][] = isEmpty(value) ? [null]
      : Array.isArray(value) ? value
      : field.type === 'datetime' ? [String(value).slice(0, 10)]
      : [value as string | number | boolean];
    for (const key of keys) {
      const found = groups.get(key);
      if (found) found.push(row);
      else groups.set(key, [row]);
    }
  }
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const dated = field.type === 'date' || field.type === 'datetime';
  return [...groups].map(([key, members]) => ({ key, rows: members })).sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
    return (dated ? -1 : 1) * compareValues(a.key, b.key, field, collator);
  });
}

export type Line =
  | { kind: 'group'; id: string; group: Group; open: boolean }
  | { kind: 'row'; id: string; row: RecordRow; at: number };

/** Groups and rows as the lines that are drawn; `closed` are the groups that are folded. `at` counts rows from 0. */
export function linesOf(rows: readonly RecordRow[], groups: readonly Group[] | undefined, closed: ReadonlySet<string>): Line[] {
  if (!groups) return rows.map((row, at) => ({ kind: 'row', id: row.id, row, at }));
  const lines: Line[] = [];
  let at = 0;
  for (const group of groups) {
    const id = `group:${typeof group.key}:${String(group.key)}`;
    const open = !closed.has(id);
    lines.push({ kind: 'group', id, group, open });
    if (open) for (const row of group.rows) lines.push({ kind: 'row', id: `${id}/${row.id}`, row, at: at++ });
  }
  return lines;
}
