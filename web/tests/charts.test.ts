import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dayOf, rangeOf, shifted, spanOf, stepOf, stepsIn } from '../src/charts/periods';
import { change, everyNth, shadeOf, slicesOf, stacked, ticksFor } from '../src/charts/scale';
import { isoDay, parseNaive } from '../src/i18n/dates';
import { layersOf, totalOf } from '../src/views/ChartView';

const day = (text: string) => parseNaive(text)!;
const named = (range: { start: Date; end: Date } | undefined) => range && [isoDay(range.start), isoDay(range.end)];

describe('periods', () => {
  it('lie around a day, by the language’s week', () => {
    expect(named(rangeOf('week', day('2026-03-04'), 1))).toEqual(['2026-03-02', '2026-03-09']);
    expect(named(rangeOf('week', day('2026-03-01'), 0))).toEqual(['2026-03-01', '2026-03-08']);
    expect(named(rangeOf('month', day('2026-02-28'), 1))).toEqual(['2026-02-01', '2026-03-01']);
    expect(named(rangeOf('quarter', day('2026-12-31'), 1))).toEqual(['2026-10-01', '2027-01-01']);
    expect(rangeOf('all', day('2026-12-31'), 1)).toBeUndefined();
  });
  it('step back and forth without skipping a month', () => {
    expect(isoDay(shifted('month', day('2026-03-31'), -1))).toBe('2026-02-01');
    expect(isoDay(shifted('quarter', day('2026-01-15'), -1))).toBe('2025-10-01');
    expect(isoDay(shifted('week', day('2026-03-02'), 1))).toBe('2026-03-09');
  });
  it('have steps, the first of which may begin before', () => {
    const march = rangeOf('month', day('2026-03-04'), 1)!;
    expect(stepsIn(march, 'day')).toHaveLength(31);
    expect(stepsIn(march, 'week').map(isoDay)).toEqual(['2026-02-23', '2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23', '2026-03-30']);
    expect(stepsIn(rangeOf('year', day('2026-03-04'), 1)!, 'month')).toHaveLength(12);
  });
  it('follow the view', () => {
    expect(spanOf({ kind: 'chart', entity: 'e', period: 'week' }, false)).toBe('quarter');
    expect(spanOf({ kind: 'chart', entity: 'e', group_by: 'kind' }, true)).toBe('all');
    expect(stepOf('year', 'day', 'bar')).toBe('month');
    expect(stepOf('quarter', 'day', 'bar')).toBe('day');
    expect(stepOf('year', null, 'heatmap')).toBe('day');
    expect(['2026', '2026-Q2', '2026-03', '2026-03-02'].map((text) => isoDay(dayOf(text)!))).toEqual(['2026-01-01', '2026-04-01', '2026-03-01', '2026-03-02']);
    expect(dayOf('Food')).toBeUndefined();
  });
});

describe('axes and shapes', () => {
  it('have round ticks that hold every value and 0', () => {
    expect(ticksFor(0, 87, 5)).toEqual([0, 20, 40, 60, 80, 100]);
    expect(ticksFor(-3, 4, 4)[0]).toBeLessThanOrEqual(-3);
    expect(ticksFor(0, 0, 4).length).toBeGreaterThan(1);
    expect(ticksFor(0, 0.3, 4)).toContain(0.3);
    expect(everyNth(31, 30, 300)).toBe(4);
  });
  it('stack gains and losses apart', () => {
    expect(stacked([2, -1, 3, null])).toEqual([{ from: 0, to: 2 }, { from: 0, to: -1 }, { from: 2, to: 5 }, { from: 5, to: 5 }]);
  });
  it('share a whole, small ones together', () => {
    const slices = slicesOf([{ label: 'a', value: 1 }, { label: 'b', value: 6 }, { label: 'c', value: 2 }, { label: 'd', value: 1 }, { label: 'e', value: null }, { label: 'f', value: -4 }], 3, 'rest');
    expect(slices.map((slice) => [slice.label, slice.value])).toEqual([['b', 6], ['c', 2], ['rest', 2]]);
    expect(slices.at(-1)!.to).toBeCloseTo(2 * Math.PI);
  });
  it('shade a day by the largest', () => {
    expect([undefined, 0, 1, 25, 26, 100].map((value) => shadeOf(value, 100))).toEqual([0, 0, 1, 1, 2, 4]);
  });
});

describe('points', () => {
  const points = [{ x: '2026-03-01', y: 2, group: 'a' }, { x: '2026-03-02', y: 3, group: 'b' }, { x: '2026-03-01', y: 4, group: 'b' }];
  const keys = ['2026-03-01', '2026-03-02', '2026-03-03'];
  it('become layers; nothing is 0 for a sum and unknown for a mean', () => {
    expect(layersOf(points, keys, String, true)).toEqual([{ name: 'a', values: [2, 0, 0] }, { name: 'b', values: [4, 3, 0] }]);
    expect(layersOf([{ x: '2026-03-02', y: 3 }], keys, String, false)).toEqual([{ name: '', values: [null, 3, null] }]);
  });
  it('come to a total only where adding up means something', () => {
    expect(totalOf(points, 'sum')).toBe(9);
    expect(totalOf(points, 'mean')).toBeUndefined();
    expect(totalOf(points, 'max')).toBe(4);
    expect(totalOf([], 'sum')).toBeUndefined();
    expect(change(110, 100)).toBeCloseTo(0.1);
    expect(change(-50, -100)).toBeCloseTo(0.5);
    expect(change(5, 0)).toBeUndefined();
  });
});

describe('colours', () => {
  const css = readFileSync('src/charts/charts.css', 'utf8');
  const light = (hex: string) => {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: string, b: string) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const found = [...css.matchAll(/--c(\d): light-dark\((#\w{6}), (#\w{6})\)/g)];
  it('are nine', () => expect(found).toHaveLength(9));
  it.each(found.map((match) => [match[1], match[2], match[3]] as const))('c%s is seen on both grounds', (_name, onLight, onDark) => {
    expect(contrast(onLight!, '#fffdf8')).toBeGreaterThanOrEqual(3);
    expect(contrast(onLight!, '#faf5ec')).toBeGreaterThanOrEqual(3);
    expect(contrast(onDark!, '#201b15')).toBeGreaterThanOrEqual(3);
  });
});
