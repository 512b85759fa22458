/** What an entry's formulas give for the values typed so far, before anything is sent and without a connection. */
import type { Entity, Values } from '../api/types';
import { computeAll } from '../formula/computed';
import type { Value as FormulaValue } from '../formula/syntax';
import { formatValue } from '../i18n/format';
import { useLocale } from '../i18n/text';

export function Computed({ entity, values }: { entity: Entity; values: Values }) {
  const locale = useLocale();
  const computed = entity.fields.filter((field) => field.formula);
  if (computed.length === 0) return null;
  const typed: Record<string, FormulaValue | undefined> = {};
  for (const field of entity.fields) {
    const value = values[field.name];
    typed[field.name] = value === '' ? null : (value as FormulaValue | undefined);
  }
  const results = computeAll(computed.map(({ name, formula }) => ({ name, formula: formula ?? null })), typed).values;
  const shown = computed.filter((field) => results[field.name] !== undefined);
  if (shown.length === 0) return null;
  return (
    <dl className="computed" aria-live="polite">
      {shown.map((field) => (
        <div key={field.name}>
          <dt className="muted small">{field.label}</dt>
          <dd className="num">{formatValue(results[field.name] as Values[string], field, locale)}</dd>
        </div>
      ))}
    </dl>
  );
}
