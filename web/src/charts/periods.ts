/** The time that a chart shows: a span, where it lies, the one before, and its steps. All dates are naive (see i18n/dates). */
import type { ChartKind, View } from '../api/types';
import { addDays, isoDay, parseNaive } from '../i18n/dates';

export type Span = 'week' | 'month' | 'quarter' | 'year' | 'all';
export type Step = 'day' | 'week' | 'month' | 'quarter' | 'year';
export const SPANS: readonly Span[] = ['week', 'month', 'quarter', 'year', 'all'];

export interface Range {
  /** The first day, and the day after the last. */
  start: Date;
  end: Date;
}

const FITTING: Record<Span, readonly Step[]> = {
  week: ['day'], month: ['day', 'week'], quarter: ['week', 'day', 'month'], year: ['month', 'week', 'quarter'], all: ['month', 'quarter', 'year', 'week'],
};

const utc = (year: number, month: number, day = 1) => new Date(Date.UTC(year, month, day));

/** The span that a view asks for, or the one that suits its step. */
export function spanOf(view: View, byField: boolean): Span {
  if (view.span) return view.span;
  if (view.chart === 'heatmap') return 'year';
  if (byField || view.chart === 'scatter') return 'all';
  return view.period === 'week' ? 'quarter' : view.period === 'month' ? 'year' : view.period === 'quarter' || view.period === 'year' ? 'all' : 'month';
}

/** The step of a span: the view's own where it fits. */
export function stepOf(span: Span, period: string | null | undefined, kind: ChartKind | null | undefined): Step {
  if (kind === 'heatmap') return 'day';
  const fitting = FITTING[span];
  return fitting.find((step) => step === period) ?? (fitting[0] as Step);
}

/** The span around a day; undefined for everything. `firstDay` is 0 for Sunday, 1 for Monday. */
export function rangeOf(span: Span, day: Date, firstDay: number): Range | undefined {
  const [y, m, d] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  switch (span) {
    case 'week': {
      const start = utc(y, m, d - ((day.getUTCDay() - firstDay + 7) % 7));
      return { start, end: addDays(start, 7) };
    }
    case 'month': return { start: utc(y, m), end: utc(y, m + 1) };
    case 'quarter': return { start: utc(y, m - (m % 3)), end: utc(y, m - (m % 3) + 3) };
    case 'year': return { start: utc(y, 0), end: utc(y + 1, 0) };
    case 'all': return undefined;
  }
}

/** A day in the span `by` steps later (earlier when negative). */
export function shifted(span: Span, day: Date, by: number): Date {
  const [y, m] = [day.getUTCFullYear(), day.getUTCMonth()];
  switch (span) {
    case 'week': return addDays(day, 7 * by);
    case 'month': return utc(y, m + by);
    case 'quarter': return utc(y, m + 3 * by);
    case 'year': return utc(y + by, m);
    case 'all': return day;
  }
}

/** The start of the step that a day lies in; weeks begin on Monday, as the home counts them. */
export function floorTo(step: Step, day: Date): Date {
  const [y, m, d] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  switch (step) {
    case 'day': return utc(y, m, d);
    case 'week': return utc(y, m, d - ((day.getUTCDay() + 6) % 7));
    case 'month': return utc(y, m);
    case 'quarter': return utc(y, m - (m % 3));
    case 'year': return utc(y, 0);
  }
}

function next(step: Step, day: Date): Date {
  const [y, m] = [day.getUTCFullYear(), day.getUTCMonth()];
  switch (step) {
    case 'day': return addDays(day, 1);
    case 'week': return addDays(day, 7);
    case 'month': return utc(y, m + 1);
    case 'quarter': return utc(y, m + 3);
    case 'year': return utc(y + 1, 0);
  }
}

const MOST_STEPS = 1200;

/** The starts of every step that touches a range. */
export function stepsIn(range: Range, step: Step): Date[] {
  const steps: Date[] = [];
  for (let day = floorTo(step, range.start); day < range.end && steps.length < MOST_STEPS; day = next(step, day)) steps.push(day);
  return steps;
}

/** The label of a point as a day: `2026-03-02`, `2026-03`, `2026-Q1`, `2026`; undefined for anything else. */
export function dayOf(x: string | number): Date | undefined {
  const text = String(x);
  const quarter = /^(\d{4})-?Q([1-4])$/.exec(text);
  if (quarter) return utc(Number(quarter[1]), 3 * (Number(quarter[2]) - 1));
  if (/^\d{4}$/.test(text)) return utc(Number(text), 0);
  return parseNaive(text.length === 7 ? `${text}-01` : text);
}

/** What names a step, so that points find it. */
export const keyOf = (step: Step, day: Date): string => isoDay(floorTo(step, day));
