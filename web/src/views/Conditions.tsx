/** The conditions of a view: a field, a comparison that its type knows, a value. */
import type { Condition, Entity, Field } from '../api/types';
import { FieldInput } from '../fields/FieldInput';
import { useText } from '../i18n/text';
import { Button, IconButton } from '../ui/Button';
import { NUMERIC, fieldOf } from './rows';

const OPS: Record<'number' | 'time' | 'boolean' | 'choice' | 'many' | 'text', Condition['op'][]> = {
  number: ['ge', 'le', 'eq', 'ne', 'empty', 'filled'],
  time: ['ge', 'lt', 'eq', 'empty', 'filled'],
  boolean: ['eq'],
  choice: ['eq', 'ne', 'empty', 'filled'],
  many: ['contains', 'lacks', 'empty', 'filled'],
  text: ['contains', 'lacks', 'eq', 'ne', 'empty', 'filled'],
};

/** The comparisons that make sense for a field. */
export function opsOf(field: Field): Condition['op'][] {
  if (NUMERIC.has(field.type)) return OPS.number;
  if (field.type === 'date' || field.type === 'datetime' || field.type === 'time') return OPS.time;
  if (field.type === 'boolean') return OPS.boolean;
  if (field.type === 'choice' || field.type === 'ref') return OPS.choice;
  return field.type === 'multi_choice' ? OPS.many : OPS.text;
}

/** A first condition on a field, to be filled in. */
export const freshCondition = (field: Field): Condition => {
  const op = opsOf(field)[0] as Condition['op'];
  return { field: field.name, op, value: field.type === 'boolean' ? true : null };
};

/** Conditions that are filled in; the others do not count yet. */
export const ready = (conditions: readonly Condition[]): Condition[] =>
  conditions.filter(({ op, value }) => op === 'empty' || op === 'filled' || (value !== null && value !== undefined && value !== ''));

export function Conditions({ entity, value, onChange }: { entity: Entity; value: readonly Condition[]; onChange: (value: Condition[]) => void }) {
  const t = useText();
  const set = (at: number, condition: Condition) => onChange(value.map((old, index) => (index === at ? condition : old)));
  return (
    <div className="conditions">
      {value.map((condition, at) => {
        const field = fieldOf(entity, condition.field);
        if (!field) return null;
        const asked = condition.op !== 'empty' && condition.op !== 'filled';
        const shown: Field = {
          ...field, required: false, formula: null,
          type: field.type === 'datetime' ? 'date' : field.type === 'multi_choice' || field.type === 'long_text' || field.type === 'link' ? 'text' : field.type,
        };
        return (
          <div key={at} className="condition" role="group" aria-label={field.label}>
            <select
              className="input" aria-label={t('filter-field')} value={condition.field}
              onChange={(event) => {
                const next = fieldOf(entity, event.target.value);
                if (next) set(at, freshCondition(next));
              }}
            >
              {entity.fields.filter((other) => other.type !== 'image').map((other) => <option key={other.name} value={other.name}>{other.label}</option>)}
            </select>
            <select className="input" aria-label={t('filter-op')} value={condition.op} onChange={(event) => set(at, { ...condition, op: event.target.value as Condition['op'] })}>
              {opsOf(field).map((op) => <option key={op} value={op}>{t(`op-${op}`)}</option>)}
            </select>
            {asked && <FieldInput field={shown} bare value={condition.value as never} onChange={(given) => set(at, { ...condition, value: given })} />}
            <IconButton icon="trash" label={t('filter-remove', { field: field.label })} onPress={() => onChange(value.filter((_, index) => index !== at))} />
          </div>
        );
      })}
      <div>
        <Button small icon="plus" onPress={() => entity.fields[0] && onChange([...value, freshCondition(entity.fields[0])])}>{t('filter-add')}</Button>
      </div>
    </div>
  );
}
