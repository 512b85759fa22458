/** How a record is called, and which of its values are worth showing beside that. */
import type { Entity, Field, RecordRow, Value } from '../api/types';
import { formatValue } from '../i18n/format';
import type { Locale } from '../i18n/text';

export function valueOf(record: RecordRow, field: Field): Value | undefined {
  return field.formula ? record.computed?.[field.name] : record.values[field.name];
}

/** Types that name a thing, best first; an amount or a day alone names nothing. */
const NAMING: readonly (readonly Field['type'][])[] = [['text'], ['place', 'person'], ['choice'], ['long_text']];

/** The field by which an entity's records are called: its own, else the first that names a thing. */
export function titleField(entity: Entity): Field | undefined {
  const own = entity.fields.find((field) => field.name === entity.title_field);
  if (own) return own;
  for (const types of NAMING) {
    const found = entity.fields.find((field) => types.includes(field.type));
    if (found) return found;
  }
  return undefined;
}

export function titleOf(record: RecordRow, entity: Entity, locale: Locale, fallback: string): string {
  const title = titleField(entity);
  const text = title ? formatValue(valueOf(record, title), title, locale) : '';
  if (text) return text;
  for (const field of entity.fields) {
    const shown = formatValue(valueOf(record, field), field, locale);
    if (shown && field.name !== entity.time_field && field.type !== 'image') return shown;
  }
  return fallback;
}

export const timeOf = (record: RecordRow, entity: Entity): string =>
  String((entity.time_field && record.values[entity.time_field]) || record.created_at || '');
