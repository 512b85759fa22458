/** Values as people read them: numbers, units, money, durations and dates of a field, through Intl. */
import type { Field, Value } from '../api/types';
import { numberFormat } from './cached';
import { clock, nowIn, parseNaive, relativeDay, shortDay } from './dates';
import type { Locale } from './text';
import { shownUnit, toShown } from './units';

/** Unit ids that Intl can name; every other unit is shown as it is written. */
const INTL_UNITS: Record<string, string> = {
  g: 'gram', kg: 'kilogram', lb: 'pound', oz: 'ounce', km: 'kilometer', m: 'meter', cm: 'centimeter', mm: 'millimeter',
  mi: 'mile', ft: 'foot', inch: 'inch', in: 'inch', l: 'liter', L: 'liter', ml: 'milliliter', mL: 'milliliter',
  degC: 'celsius', degF: 'fahrenheit', '%': 'percent', percent: 'percent', min: 'minute', h: 'hour', s: 'second',
  minute: 'minute', hour: 'hour', day: 'day', week: 'week', month: 'month', year: 'year', 'km/h': 'kilometer-per-hour',
  kilogram: 'kilogram', gram: 'gram', kilometer: 'kilometer', meter: 'meter', liter: 'liter', milliliter: 'milliliter',
  centimeter: 'centimeter', mile: 'mile', pound: 'pound', ounce: 'ounce', second: 'second',
};

/** What stands behind a place's name for the map alone. */
const COORDINATES = /\s*\(-?\d+(?:\.\d+)?,\s*-?\d+(?:\.\d+)?\)$/;

const SYMBOLS: Record<string, string> = { mmHg: 'mmHg', kilocalorie: 'kcal', bpm: 'bpm', hectare: 'ha', m2: 'm²', 'm**2': 'm²' };

/** A plain number of the language, at most `digits` decimals. */
export function formatNumber(value: number, language: string, digits = 2): string {
  return numberFormat(language, { maximumFractionDigits: digits }).format(value);
}

/** A number with its unit; an ISO 4217 code counts as money. */
export function formatQuantity(value: number, unit: string | null | undefined, language: string): string {
  if (!unit) return formatNumber(value, language);
  if (/^[A-Z]{3}$/.test(unit)) return formatMoney(value, unit, language);
  const known = INTL_UNITS[unit];
  if (known) {
    return numberFormat(language, {
      style: 'unit', unit: known, unitDisplay: 'short', maximumFractionDigits: 2,
    }).format(value);
  }
  return `${formatNumber(value, language)} ${unitLabel(unit, language)}`;
}

/** A stored number in the unit that the person wants to see. */
export const quantityIn = (value: number, unit: string | null | undefined, locale: Locale): string =>
  formatQuantity(toShown(value, unit, locale.units), shownUnit(unit, locale.units), locale.language);

/** The unit alone ('kg', '公斤'), for labels beside inputs. */
export function unitLabel(unit: string, language: string): string {
  const known = INTL_UNITS[unit];
  if (!known) return SYMBOLS[unit] ?? unit;
  const parts = numberFormat(language, { style: 'unit', unit: known, unitDisplay: 'short' }).formatToParts(1);
  return parts.find((part) => part.type === 'unit' || part.type === 'percentSign')?.value ?? unit;
}

/** Money with the currency's own digits. */
export function formatMoney(value: number, currency: string, language: string): string {
  try {
    return numberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(value);
  } catch {
    return `${formatNumber(value, language)} ${currency}`;
  }
}

/** Minutes as hours and minutes. */
export function formatDuration(minutes: number, language: string): string {
  const part = (value: number, unit: 'hour' | 'minute') =>
    numberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(value);
  const sign = minutes < 0 ? '−' : '';
  const total = Math.abs(minutes);
  const hours = Math.floor(total / 60);
  const rest = Math.round((total - hours * 60) * 10) / 10;
  if (!hours) return sign + part(rest, 'minute');
  return sign + (rest ? `${part(hours, 'hour')} ${part(rest, 'minute')}` : part(hours, 'hour'));
}

/** A stored value of a field, as text; '' when there is none. */
export function formatValue(value: Value | undefined, field: Field, locale: Locale, words?: { yes: string; no: string }): string {
  const { language } = locale;
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(value);
  if (typeof value === 'boolean') return value ? (words?.yes ?? '✓') : (words?.no ?? '–');
  if (typeof value === 'number') return formatNumeric(value, field, locale);
  switch (field.type) {
    case 'date':
    case 'datetime':
      return formatWhen(value, locale);
    case 'time': {
      const time = parseNaive(`2000-01-01T${value}`);
      return time ? clock(time, language) : value;
    }
    case 'choice':
      return field.choices?.find((choice) => choice.value === value)?.label ?? value;
    case 'place':
      return value.replace(COORDINATES, '') || value;
    default:
      return value;
  }
}

function formatNumeric(value: number, field: Field, locale: Locale): string {
  switch (field.type) {
    case 'money':
      return formatMoney(value, field.currency ?? locale.currency, locale.language);
    case 'duration':
      return formatDuration(value, locale.language);
    case 'percent':
      return formatQuantity(value, '%', locale.language);
    case 'rating':
      return `${formatNumber(value, locale.language)} / ${field.maximum ?? 5}`;
    default:
      return quantityIn(value, field.unit, locale);
  }
}

/** A naive date or date-time: short and relative when near. */
export function formatWhen(text: string, locale: Locale): string {
  const date = parseNaive(text);
  if (!date) return text;
  const now = nowIn(locale.tz);
  const days = Math.abs(date.getTime() - now.getTime()) / 86_400_000;
  const day = days < 2 ? relativeDay(date, now, locale.language) : shortDay(date, now, locale.language);
  return /[T ]\d{2}:\d{2}/.test(text) ? `${day}, ${clock(date, locale.language)}` : day;
}
