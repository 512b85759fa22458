/** A number over its last periods, from the records themselves. Pure. */
import type { Condition, Entity, RecordRow } from '../api/types';
import { floorTo, keyOf, shifted, type Span, type Step } from '../charts/periods';
import { parseNaive } from '../i18n/dates';
import { fieldOf, filterRows } from './rows';
import { timeOf, valueOf } from './titles';

export interface MetricSpec {
  name: string;
  entity: string;
  aggregate: string;
  field?: string | null;
  period: string;
  where?: Condition[];
}

const STEPS: Record<string, Step> = { day: 'day', week: 'week', month: 'month', year: 'year', total: 'month' };

/** The value of each of the last `count` periods, the present one last; null where there is nothing to tell. */
export function sparkOf(rows: readonly RecordRow[], entity: Entity, metric: MetricSpec, now: Date, count: number): (number | null)[] | undefined {
  const field = fieldOf(entity, metric.field);
  if (!['sum', 'count', 'mean', 'min', 'max', 'last'].includes(metric.aggregate) || (metric.aggregate !== 'count' && !field)) return undefined;
  const step = STEPS[metric.period] ?? 'day';
  const keys: string[] = [];
  for (let at = floorTo(step, now), n = 0; n < count; n += 1) {
    keys.unshift(keyOf(step, at));
    at = floorTo(step, step === 'day' ? new Date(at.getTime() - 86_400_000) : shifted(step as Span, at, -1));
  }
  const place = new Map(keys.map((key, index) => [key, index]));
  const found: { at: string; value: number }[][] = keys.map(() => []);
  for (const row of filterRows(rows, metric.where ?? [], '', entity, () => '')) {
    const at = timeOf(row, entity) || row.time_at || '';
    const date = parseNaive(at);
    const index = date && place.get(keyOf(step, date));
    const value = field ? valueOf(row, field) : 1;
    if (index !== undefined && metric.aggregate === 'count' && value !== undefined && value !== null) found[index]?.push({ at, value: 1 });
    else if (index !== undefined && typeof value === 'number') found[index]?.push({ at, value });
  }
  return found.map((list) => {
    const values = list.map((one) => one.value);
    const sum = values.reduce((a, b) => a + b, 0);
    switch (metric.aggregate) {
      case 'sum':
      case 'count': return Number(sum.toPrecision(12));
      case 'mean': return values.length ? sum / values.length : null;
      case 'min': return values.length ? Math.min(...values) : null;
      case 'max': return values.length ? Math.max(...values) : null;
      default: return list.sort((a, b) => (a.at < b.at ? -1 : 1)).at(-1)?.value ?? null;
    }
  });
}

/** What the last period is against the mean of those before: a share; undefined when there is too little to say. */
export function trendOf(values: readonly (number | null)[]): number | undefined {
  const known = values.filter((value): value is number => value !== null);
  const now = values.at(-1);
  const before = known.slice(0, -1);
  const first = before.findIndex((value) => value !== 0);
  if (typeof now !== 'number' || first < 0) return undefined;
  const since = before.slice(first);
  const mean = since.reduce((a, b) => a + b, 0) / since.length;
  return since.length >= 2 && mean !== 0 ? (now - mean) / Math.abs(mean) : undefined;
}
