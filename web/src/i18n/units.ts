/**
 * Values in the units that the person wants to see and type; stored values stay in the unit of their field. Factors are
 * those of the home (`language/data/shared/units.toml`), for the dimensions that the settings offer.
 */
import type { Field, Value } from '../api/types';

/** Wanted units by dimension: `{ mass: 'lb' }`. */
export type Units = Readonly<Record<string, string>>;

/** Dimension, factor to its base, and what is added after that. */
export const KNOWN: Readonly<Record<string, readonly [dimension: string, factor: number, offset?: number]>> = {
  kg: ['mass', 1], g: ['mass', 0.001], mg: ['mass', 1e-6], t: ['mass', 1000], lb: ['mass', 0.45359237], oz: ['mass', 0.028349523125], stone: ['mass', 6.35029318],
  m: ['length', 1], km: ['length', 1000], cm: ['length', 0.01], mm: ['length', 0.001], mi: ['length', 1609.344], yd: ['length', 0.9144], ft: ['length', 0.3048],
  kJ: ['energy', 1], J: ['energy', 0.001], kcal: ['energy', 4.184], kWh: ['energy', 3600],
  degC: ['temperature', 1], degF: ['temperature', 5 / 9, -160 / 9],
  l: ['volume', 1], ml: ['volume', 0.001],
};

/** The unit in which values of `unit` are shown; `unit` itself when nothing else is wanted or it cannot be told in it. */
export function shownUnit(unit: string | null | undefined, units: Units | undefined): string | null {
  if (!unit) return null;
  const known = KNOWN[unit];
  const wanted = known && units?.[known[0]];
  return wanted && KNOWN[wanted]?.[0] === known[0] ? wanted : unit;
}

function told(value: number, from: string, to: string, digits: number): number {
  const [a, b] = [KNOWN[from], KNOWN[to]];
  if (from === to || !a || !b || a[0] !== b[0]) return value;
  return Number(((value * a[1] + (a[2] ?? 0) - (b[2] ?? 0)) / b[1]).toPrecision(digits));
}

/** A stored value as it is shown. */
export const toShown = (value: number, unit: string | null | undefined, units: Units | undefined): number =>
  unit ? told(value, unit, shownUnit(unit, units) ?? unit, 15) : value;

/** A value in the shown unit as it is stored; twelve digits. */
export const toStored = (value: number, unit: string | null | undefined, units: Units | undefined): number =>
  unit ? told(value, shownUnit(unit, units) ?? unit, unit, 12) : value;

/** A field as it is shown and typed: its unit, and its limits in that unit. */
export function inUnits<F extends Field>(field: F, units: Units | undefined): F {
  const unit = shownUnit(field.unit, units);
  if (!unit || unit === field.unit) return field;
  // Rounded away from what is allowed, so that a limit itself still fits.
  const limit = (value: number | null | undefined, round: (value: number) => number) => {
    if (typeof value !== 'number') return value;
    const exact = toShown(value, field.unit, units);
    const scale = 10 ** Math.max(0, 3 - Math.floor(Math.log10(Math.abs(exact) || 1)));
    return Number((round(Number((exact * scale).toPrecision(12))) / scale).toPrecision(12));
  };
  return {
    ...field, unit,
    ...('minimum' in field ? { minimum: limit(field.minimum, Math.floor) } : {}), ...('maximum' in field ? { maximum: limit(field.maximum, Math.ceil) } : {}),
  };
}

/** Any value of a field as it is shown: numbers in the wanted unit at up to six digits, the rest as it is. */
export function shownValue(value: Value | undefined, field: Field, units: Units | undefined): Value | undefined {
  if (typeof value !== 'number' || shownUnit(field.unit, units) === (field.unit ?? null)) return value;
  return Number(toShown(value, field.unit, units).toPrecision(6));
}
