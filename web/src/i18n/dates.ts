/**
 * Dates the way the contract stores them (naive local time of the home's zone) and the way people read them.
 * A naive time is carried in a `Date` as if it were UTC, so that the browser's own zone never moves it.
 */
import { dateFormat } from './cached';

const DAY_MS = 86_400_000;

/** `2026-03-02`, `2026-03-02T18:00[:SS]` → a `Date` whose UTC fields are those numbers; undefined when malformed. */
export function parseNaive(text: string): Date | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?/.exec(text);
  if (!parts) return undefined;
  const [, y, m, d, h = '0', min = '0'] = parts;
  return new Date(Date.UTC(Number(y), Number(m) - 1, Number(d), Number(h), Number(min)));
}

/** The `YYYY-MM-DD` of a naive `Date`. */
export const isoDay = (date: Date): string => date.toISOString().slice(0, 10);

/** Now in the home's zone, as a naive `Date`. */
export function nowIn(tz: string): Date {
  const parts = dateFormat('en-CA', {
    timeZone: tz, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23',
  }).formatToParts(new Date());
  const get = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return new Date(Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute')));
}

/** An instant (`…Z` or with offset) as a naive `Date` of the zone; naive text passes through. */
export function inZone(text: string, tz: string): Date | undefined {
  if (!/(Z|[+-]\d{2}:?\d{2})$/.test(text)) return parseNaive(text);
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) return undefined;
  const parts = dateFormat('en-CA', {
    timeZone: tz, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23',
  }).format(instant);
  const found = /(\d{4})-(\d{2})-(\d{2}),? (\d{2}):(\d{2})/.exec(parts);
  return found ? parseNaive(`${found[1]}-${found[2]}-${found[3]}T${found[4]}:${found[5]}`) : undefined;
}

export const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * DAY_MS);

/** Whole days from `a` to `b`. */
export const daysBetween = (a: Date, b: Date): number =>
  Math.round((Date.parse(isoDay(b)) - Date.parse(isoDay(a))) / DAY_MS);

function format(date: Date, language: string, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(language, { timeZone: 'UTC', ...options }).format(date);
}

/** 'today', 'yesterday', 'Friday', or the date; `now` is naive too. */
export function relativeDay(date: Date, now: Date, language: string): string {
  const days = daysBetween(now, date);
  if (Math.abs(days) <= 1) {
    const text = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
    return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
  }
  if (days > -7 && days < 7) return format(date, language, { weekday: 'long' });
  return longDay(date, now, language);
}

/** Weekday, day and month; the year only when it is another one. */
export function longDay(date: Date, now: Date, language: string): string {
  const sameYear = date.getUTCFullYear() === now.getUTCFullYear();
  return format(date, language, {
    weekday: 'short', day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }),
  });
}

/** Day and month, for cells and chips. */
export function shortDay(date: Date, now: Date, language: string): string {
  const sameYear = date.getUTCFullYear() === now.getUTCFullYear();
  return format(date, language, { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) });
}

export const clock = (date: Date, language: string): string =>
  format(date, language, { hour: 'numeric', minute: '2-digit' });

export const monthName = (date: Date, language: string): string =>
  format(date, language, { month: 'long', year: 'numeric' });

export const monthShort = (date: Date, language: string): string => format(date, language, { month: 'short' });

/** 'Q1 2026' in the words of the page is made of these two; the number of the quarter, 1 to 4. */
export const quarterOf = (date: Date): number => Math.floor(date.getUTCMonth() / 3) + 1;

/** The seven weekday names from the first day of the language's week, with the day number (0 = Sunday). */
export function weekdays(language: string): { day: number; short: string; long: string }[] {
  const first = firstDayOfWeek(language);
  return Array.from({ length: 7 }, (_, i) => {
    const day = (first + i) % 7;
    const date = new Date(Date.UTC(2023, 0, 1 + day));
    return { day, short: format(date, language, { weekday: 'narrow' }), long: format(date, language, { weekday: 'long' }) };
  });
}

/** 0 = Sunday; from the browser's locale data, Monday where it has none. */
export function firstDayOfWeek(language: string): number {
  const locale = new Intl.Locale(language).maximize() as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay === 7 ? 0 : 1;
}
