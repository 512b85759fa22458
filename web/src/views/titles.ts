/** How a record is called, and which of its values are worth showing beside that. */
import type { Entity, Field, RecordRow, Value } from '../api/types';
import { formatValue } from '../i18n/format';
import type { Locale } from '../i18n/text';

export function valueOf(record: RecordRow, field: Field): Value | undefined {
  return field.formula ? record.computed?.[field.name] : record.values[field.name];
}

export function titleOf(record: RecordRow, entity: Entity, locale: Locale, fallback: string): string {
  const title = entity.fields.find((field) => field.name === entity.title_field);
  const text = title ? formatValue(valueOf(record, title), title, locale) : '';
  if (text) return text;
  for (const field of entity.fields) {
    const shown = formatValue(valueOf(record, field), field, locale);
    if (shown && field.name !== entity.time_field) return shown;
  }
  return fallback;
}

export const timeOf = (record: RecordRow, entity: Entity): string =>
  String((entity.time_field && record.values[entity.time_field]) || record.created_at || '');
