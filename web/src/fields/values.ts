/** What a person types into a field, as the value that is stored, and back. Numbers are read as the language writes them. */
import type { Field, Value } from '../api/types';
import { numberFormat } from '../i18n/cached';
import type { Locale } from '../i18n/text';
import { inUnits, shownValue } from '../i18n/units';

const NUMBERS: ReadonlySet<string> = new Set(['number', 'integer', 'quantity', 'money', 'percent', 'duration', 'rating']);
const STAMPS: Partial<Record<Field['type'], RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/, time: /^\d{2}:\d{2}(:\d{2})?$/, datetime: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/,
};

/** A value, or why there is none: a message id of the page's catalogue and what it names. */
export type Read = { value: Value } | { error: string; args?: Record<string, string | number> };

/** `1.234,5` in German, `1,234.5` in English, full-width digits, a unit behind it; undefined when it is no number. */
export function readNumber(text: string, language: string): number | undefined {
  const plain = text.normalize('NFKC').replace(/[\s\u2019']/g, '').replace(/[−–]/g, '-').replace(/^([^\d.,+-]*)/, '').replace(/([^\d.,])+$/, '');
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(plain)) return undefined;
  const decimal = numberFormat(language).formatToParts(1.5).find((part) => part.type === 'decimal')?.value === ',' ? ',' : '.';
  const group = decimal === ',' ? '.' : ',';
  const grouped = new RegExp(`^[+-]?\\d{1,3}(\\${group}\\d{3})+(\\${decimal}\\d*)?$`);
  let given = plain;
  if (grouped.test(given)) given = given.replaceAll(group, '');
  given = given.replace(decimal, '.').replace(',', '.');
  const number = Number(given);
  return Number.isFinite(number) ? number : undefined;
}

function numberOf(field: Field, text: string, language: string): Read {
  const clock = field.type === 'duration' ? /^(\d{1,4}):([0-5]\d)$/.exec(text.normalize('NFKC')) : null;
  const value = clock ? Number(clock[1]) * 60 + Number(clock[2]) : readNumber(text, language);
  if (value === undefined) return { error: 'form-number' };
  return checkNumber(field, value);
}

function checkNumber(field: Field, value: number): Read {
  if ((field.type === 'integer' || field.type === 'rating') && !Number.isInteger(value)) return { error: 'form-whole' };
  const low = field.minimum ?? undefined;
  const high = field.maximum ?? undefined;
  if (low !== undefined && value < low) return high === undefined ? { error: 'form-least', args: { low } } : { error: 'form-range', args: { low, high } };
  if (high !== undefined && value > high) return low === undefined ? { error: 'form-most', args: { high } } : { error: 'form-range', args: { low, high } };
  return { value };
}

/** What was typed for a field. Empty is null, which only a required field refuses. */
export function readValue(field: Field, text: string, language: string): Read {
  const given = text.trim();
  if (!given) return field.required ? { error: 'form-required' } : { value: null };
  if (NUMBERS.has(field.type)) return numberOf(field, given, language);
  const stamp = STAMPS[field.type];
  if (stamp) return stamp.test(given) ? { value: given } : { error: 'form-date' };
  if (field.type === 'multi_choice') return { value: [...new Set(given.split(/[,、，;]/).map((part) => part.trim()).filter(Boolean))] };
  if (field.type === 'link' && (/\s/.test(given) || /^(javascript|data|file|blob|vbscript):/i.test(given))) return { error: 'form-link' };
  return { value: given };
}

/** What is wrong with a value that a control gave; undefined when it fits. */
export function wrongWith(field: Field, value: Value | undefined, language: string): { error: string; args?: Record<string, string | number> } | undefined {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)) {
    return field.required ? { error: 'form-required' } : undefined;
  }
  const read = typeof value === 'number' ? checkNumber(field, value)
    : typeof value === 'string' ? readValue(field, value, language)
    : { value };
  return 'error' in read ? read : undefined;
}

/** The same, told in the units in which the person sees and types the field. */
export const wrongIn = (field: Field, value: Value | undefined, { language, units }: Pick<Locale, 'language' | 'units'>): ReturnType<typeof wrongWith> =>
  wrongWith(inUnits(field, units), shownValue(value, field, units), language);

/** A stored value as the text that is edited. */
export function textOf(field: Field, value: Value | undefined, language: string): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'number') return numberFormat(language, { maximumFractionDigits: 10, useGrouping: false }).format(value);
  return field.type === 'datetime' ? String(value).slice(0, 16) : String(value);
}
