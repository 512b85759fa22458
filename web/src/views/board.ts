/** The columns of a board. Pure. */
import type { Entity, Field, RecordRow, Value, View } from '../api/types';

export interface Column {
  key: string;
  value: Value;
  label: string;
  rows: RecordRow[];
}

/** The field whose values are the columns: the view's, else the first choice, else what says that it is done. */
export function boardField(entity: Entity, view: View): Field | undefined {
  const fits = (field: Field | undefined) => (field && !field.formula && field.type !== 'multi_choice' ? field : undefined);
  return fits(entity.fields.find((field) => field.name === view.group_by))
    ?? entity.fields.find((field) => field.type === 'choice' && !field.formula)
    ?? entity.fields.find((field) => field.type === 'boolean' && !field.formula);
}

/** A column for each choice in its order, for further values as they come, and for records without one when there are any. */
export function columnsFor(rows: readonly RecordRow[], field: Field, words: { none: string; yes: string; no: string }): Column[] {
  const columns = new Map<string, Column>();
  const put = (value: Value, label: string) => {
    const key = JSON.stringify(value);
    let column = columns.get(key);
    if (!column) columns.set(key, (column = { key, value, label, rows: [] }));
    return column;
  };
  if (field.type === 'boolean') {
    put(false, words.no);
    put(true, words.yes);
  }
  for (const choice of field.choices ?? []) put(choice.value, choice.label || choice.value);
  const without: RecordRow[] = [];
  for (const row of rows) {
    const value = row.values[field.name] ?? (field.type === 'boolean' ? false : null);
    if (value === null || value === '') without.push(row);
    else put(value, String(value)).rows.push(row);
  }
  const list = [...columns.values()];
  return without.length || !list.length ? [{ key: 'null', value: null, label: words.none, rows: without }, ...list] : list;
}
