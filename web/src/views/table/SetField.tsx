/** One field of many records, set in one step. */
import { useState } from 'react';
import type { Entity, Value } from '../../api/types';
import { FieldInput } from '../../fields/FieldInput';
import { wrongIn } from '../../fields/values';
import { useLocale, useText } from '../../i18n/text';
import { Button } from '../../ui/Button';
import { Sheet } from '../../ui/Sheet';
import { fieldOf } from '../rows';

export function SetField({ entity, count, onSet, onClose }: { entity: Entity; count: number; onSet: (name: string, value: Value) => void; onClose: () => void }) {
  const t = useText();
  const { language, units } = useLocale();
  const open = entity.fields.filter((field) => !field.formula && field.type !== 'image');
  const [name, setName] = useState(open[0]?.name ?? '');
  const [value, setValue] = useState<Value>(null);
  const [error, setError] = useState<string>();
  const field = fieldOf(entity, name);
  return (
    <Sheet title={t('records-set', { count })} isOpen onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const wrong = field && wrongIn(field, value, { language, units });
          if (wrong) setError(t(wrong.error, wrong.args));
          else if (field) onSet(name, field.type === 'boolean' ? value === true : value);
        }}
      >
        <div className="field">
          <label htmlFor="set-field">{t('filter-field')}</label>
          <select
            id="set-field" className="input" value={name}
            onChange={(event) => {
              setName(event.target.value);
              setValue(null);
              setError(undefined);
            }}
          >
            {open.map((other) => <option key={other.name} value={other.name}>{other.label}</option>)}
          </select>
        </div>
        {field && <FieldInput key={name} field={field} value={value} onChange={setValue} {...(error ? { error } : {})} />}
        <Button type="submit" look="solid">{t('save')}</Button>
      </form>
    </Sheet>
  );
}
