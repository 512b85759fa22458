import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Field } from '../src/api/types';
import { wrongIn } from '../src/fields/values';
import { formatValue } from '../src/i18n/format';
import { KNOWN, inUnits, toShown, toStored } from '../src/i18n/units';
import { inWanted } from '../src/views/ChartView';

const american = { mass: 'lb', length: 'mi', temperature: 'degF' };
const weight: Field = { name: 'weight', label: 'Weight', type: 'quantity', unit: 'kg', minimum: 1, maximum: 300 };
const locale = { language: 'en', tz: 'UTC', currency: 'EUR', units: american };

it('has the factors of the home', () => {
  const toml = readFileSync('../src/calisson/language/data/shared/units.toml', 'utf8');
  for (const [unit, [dimension, factor, offset = 0]] of Object.entries(KNOWN)) {
    const row = new RegExp(`^${unit} = \\{ dimension = "(\\w+)", factor = ([\\d.e-]+)(?:, offset = ([\\d.-]+))?`, 'm').exec(toml);
    expect(row?.[1], unit).toBe(dimension);
    expect(Number(row?.[2]), unit).toBeCloseTo(factor, 12);
    expect(Number(row?.[3] ?? 0), unit).toBeCloseTo(offset, 9);
  }
});

describe('a field in the units of the person', () => {
  it('is read in them and stored in its own', () => {
    expect(formatValue(80, weight, locale)).toBe('176.37 lb');
    expect(formatValue(80, weight, { ...locale, units: {} })).toBe('80 kg');
    expect(toShown(20, 'degC', american)).toBe(68);
    expect(toStored(toShown(42.195, 'km', american), 'km', american)).toBe(42.195);
    expect(toShown(12, 'bpm', american)).toBe(12);
  });

  it('has its limits in them', () => {
    expect(inUnits(weight, american)).toMatchObject({ unit: 'lb', maximum: 661.4 });
    expect(wrongIn(weight, 400, locale)).toEqual({ error: 'form-range', args: { low: 2.204, high: 661.4 } });
    expect(wrongIn(weight, 80, locale)).toBeUndefined();
  });

  it('is charted in them', () => {
    const series = { points: [{ x: 'a', y: 1.609344 }, { x: 'b', y: null }], unit: 'km' };
    expect(inWanted(series, american)).toMatchObject({ unit: 'mi', points: [{ y: 1 }, { y: null }] });
    expect(inWanted(series, {})).toBe(series);
  });
});
