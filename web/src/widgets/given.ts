/** What a frame is given: the fields that the specification allows, and the look of the page around it. */
import type { AppSpec, Entity } from '../api/types';
import type { Allowed } from './host';
import type { Look, WidgetApp } from './protocol';

/** Fields by entity that items like `meal` and `meal.calories` stand for. Pure. */
export function fieldsOf(app: AppSpec, items: readonly string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const item of items) {
    const [name = '', field] = item.split('.', 2);
    const entity = app.entities.find((one) => one.name === name);
    if (!entity) continue;
    const names = entity.fields.map((one) => one.name).filter((one) => field === undefined || one === field);
    found.set(name, new Set([...(found.get(name) ?? []), ...names]));
  }
  return found;
}

export const allowedOf = (app: AppSpec, reads: readonly string[], writes: readonly string[]): Allowed => ({
  reads: fieldsOf(app, reads), writes: fieldsOf(app, writes),
});

/** The app as its widget may know it. Pure. */
export function appFor(app: AppSpec, entity: Entity, title: string, { reads, writes }: Allowed): WidgetApp {
  const seen = app.entities.filter((one) => reads.has(one.name) || writes.has(one.name));
  return {
    name: app.name,
    title,
    entity: entity.name,
    entities: seen.map((one) => ({
      name: one.name,
      label: one.label,
      fields: one.fields
        .filter((field) => reads.get(one.name)?.has(field.name) || writes.get(one.name)?.has(field.name))
        .map((field) => ({
          name: field.name,
          label: field.label,
          type: field.type,
          unit: field.unit ?? null,
          currency: field.currency ?? null,
          choices: (field.choices ?? []).map((choice) => ({ value: choice.value, label: choice.label || choice.value })),
          writable: !!writes.get(one.name)?.has(field.name) && !field.formula,
        })),
    })),
  };
}

const COLORS = [
  '--bg', '--surface', '--raised', '--sunken', '--line', '--line-strong', '--ink', '--ink-2', '--accent', '--on-accent',
  '--accent-soft', '--accent-ink', '--glow', '--danger', '--warn', '--font', '--c0', '--c1', '--c2', '--c3', '--c4', '--c5', '--c6', '--c7',
];

/** The look of the page as it is now. */
export function lookOf(locale: { language: string; tz: string; currency: string }): Look {
  const style = getComputedStyle(document.documentElement);
  const chosen = document.documentElement.dataset.theme;
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  const colors = Object.fromEntries(COLORS.map((name) => [name, style.getPropertyValue(name).trim()]).filter(([, value]) => value));
  return { theme: dark ? 'dark' : 'light', language: locale.language, tz: locale.tz, currency: locale.currency, colors };
}
