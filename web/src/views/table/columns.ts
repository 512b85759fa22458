/** Which columns a table has, how wide they are, and where they go. Widths belong to this browser, the rest to the view. */
import type { Entity, Field, View } from '../../api/types';
import { NUMERIC } from '../rows';

export const MIN_PX = 72;
export const MAX_PX = 640;

const WIDTHS: Partial<Record<Field['type'], number>> = {
  text: 200, long_text: 260, link: 200, choice: 140, multi_choice: 180, date: 132, datetime: 176, time: 96, boolean: 84,
  rating: 96, image: 96, ref: 160, place: 180, person: 150,
};

/** The shown fields in their order: the view's, else all. */
export function columnsOf(entity: Entity, view: View): Field[] {
  const named = (view.fields ?? []).flatMap((name) => entity.fields.find((field) => field.name === name) ?? []);
  return named.length ? named : entity.fields;
}

/** A width that suits a field's type and its heading. */
export function naturalWidth(field: Field): number {
  const wide = /[\u1100-\uffdc]/;
  const heading = [...field.label].reduce((sum, letter) => sum + (wide.test(letter) ? 14 : 8), 44);
  return Math.min(MAX_PX, Math.max(WIDTHS[field.type] ?? (NUMERIC.has(field.type) ? 116 : 160), heading));
}

export const clampWidth = (px: number): number => Math.round(Math.min(MAX_PX, Math.max(MIN_PX, px)));

/** The order of columns with one moved by `steps`, or put before another. */
export function moved(names: readonly string[], name: string, to: { steps: number } | { before: string }): string[] {
  const rest = names.filter((other) => other !== name);
  const at = 'steps' in to
    ? Math.min(rest.length, Math.max(0, names.indexOf(name) + to.steps))
    : Math.max(0, rest.indexOf(to.before)) + (names.indexOf(name) < names.indexOf(to.before) ? 1 : 0);
  rest.splice(at, 0, name);
  return rest;
}

const store = (app: string, entity: string) => `calisson.widths.${app}.${entity}`;

/** The widths that this browser remembers, by field. */
export function loadWidths(app: string, entity: string): Record<string, number> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(store(app, entity)) ?? '{}');
    return Object.fromEntries(Object.entries(found ?? {}).filter(([, px]) => typeof px === 'number').map(([name, px]) => [name, clampWidth(px as number)]));
  } catch {
    return {};
  }
}

export function saveWidths(app: string, entity: string, widths: Record<string, number>): void {
  try {
    localStorage.setItem(store(app, entity), JSON.stringify(widths));
  } catch {
    // A full or closed storage: the width holds until the page is left.
  }
}
