/** Numbers on an axis; scales, ticks, shares and layers are d3's. */
import { scaleLinear } from 'd3-scale';
import { pie } from 'd3-shape';

/** Round steps that cover 0 and every value, about `most` of them. Always at least two, so that an axis has a length. */
export function ticksFor(low: number, high: number, most: number): number[] {
  const bottom = Math.min(0, low);
  const top = high <= bottom ? bottom + 1 : Math.max(0, high);
  return scaleLinear().domain([bottom, top]).nice(most).ticks(most);
}

/** Which of `count` labels are written when each takes `width` of `room` pixels: every n-th, the first always. */
export function everyNth(count: number, width: number, room: number): number {
  return Math.max(1, Math.ceil((count * width) / Math.max(1, room)));
}

/** How much more or less than before, as a share; undefined when there was nothing to compare with. */
export function change(now: number | null | undefined, before: number | null | undefined): number | undefined {
  if (typeof now !== 'number' || typeof before !== 'number' || before === 0) return undefined;
  return (now - before) / Math.abs(before);
}

export interface Slice {
  label: string;
  value: number;
  share: number;
  /** Angles in radians from twelve o'clock, clockwise. */
  from: number;
  to: number;
}

/** The slices of a pie: the largest first, those past `most` together under `rest`. What is not above 0 has no slice. */
export function slicesOf(parts: readonly { label: string; value: number | null }[], most: number, rest: string): Slice[] {
  const known = parts.flatMap(({ label, value }) => (typeof value === 'number' && value > 0 ? [{ label, value }] : [])).sort((a, b) => b.value - a.value);
  const kept = known.length > most ? known.slice(0, most - 1) : known;
  const others = known.slice(kept.length).reduce((sum, part) => sum + part.value, 0);
  if (others) kept.push({ label: rest, value: others });
  const total = kept.reduce((sum, part) => sum + part.value, 0);
  return pie<{ label: string; value: number }>().sort(null).value((part) => part.value)(kept).map(({ data, startAngle, endAngle }) => ({
    ...data, share: data.value / total, from: startAngle, to: endAngle,
  }));
}

/** A shade from 0 (nothing) to 4, by quarters of the largest. */
export function shadeOf(value: number | null | undefined, most: number): 0 | 1 | 2 | 3 | 4 {
  if (typeof value !== 'number' || value <= 0 || most <= 0) return 0;
  return Math.min(4, Math.max(1, Math.ceil((value / most) * 4))) as 1 | 2 | 3 | 4;
}

/** The cumulated layers of one column, gains upward and losses downward from 0. */
export function stacked(values: readonly (number | null)[]): { from: number; to: number }[] {
  let up = 0;
  let down = 0;
  return values.map((value) => {
    const size = value ?? 0;
    const from = size >= 0 ? up : down;
    const to = from + size;
    if (size >= 0) up = to;
    else down = to;
    return { from, to };
  });
}
