/** Where records lie in time, and what moving one there means. Pure. */
import type { Entity, Field, RecordRow } from '../api/types';
import { addDays, isoDay, parseNaive } from '../i18n/dates';
import { timeOf } from './titles';

/** The field that a calendar or timeline goes by: the entity's time, else its first date. */
export function momentField(entity: Entity): Field | undefined {
  const dated = (field: Field | undefined) => (field && !field.formula && (field.type === 'date' || field.type === 'datetime') ? field : undefined);
  return dated(entity.fields.find((field) => field.name === entity.time_field)) ?? entity.fields.find((field) => dated(field));
}

/** When a record is: `YYYY-MM-DD` or with `THH:MM`; '' without a time. */
export function momentOf(row: RecordRow, field: Field | undefined, entity: Entity): string {
  return field ? String(row.values[field.name] ?? '') : timeOf(row, entity);
}

/** Records by their day, each day's in the order of its times; days latest first when `down`. */
export function byDay(rows: readonly RecordRow[], field: Field | undefined, entity: Entity, down = false): [string, RecordRow[]][] {
  const days = new Map<string, RecordRow[]>();
  const keyed = rows.map((row) => ({ row, at: momentOf(row, field, entity) })).filter(({ at }) => parseNaive(at)).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  for (const { row, at } of keyed) {
    const day = at.slice(0, 10);
    const found = days.get(day);
    if (found) found.push(row);
    else days.set(day, [row]);
  }
  const list = [...days];
  return down ? list.reverse() : list;
}

/** The value of a moment moved to another day, its time of day kept; moved to an hour when one is given. */
export function movedTo(value: string, day: string, field: Field, hour?: number): string {
  if (field.type === 'date') return day;
  const clock = hour === undefined ? (/T(\d{2}:\d{2}(:\d{2})?)/.exec(value)?.[1] ?? '12:00') : `${String(hour).padStart(2, '0')}:${/T\d{2}:(\d{2})/.exec(value)?.[1] ?? '00'}`;
  return `${day}T${clock}`;
}

/** Where a key moves an entry: days with the arrows; undefined for any other key. */
export function movedBy(key: string, day: string): string | undefined {
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key];
  const date = parseNaive(day);
  return by === undefined || !date ? undefined : isoDay(addDays(date, by));
}
