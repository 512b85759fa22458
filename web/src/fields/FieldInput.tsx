/** The right control and keyboard for each type of field. Values are those of the contract; null is empty. */
import { useId } from 'react';
import type { Field, Value } from '../api/types';
import { unitLabel } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';

interface Props {
  field: Field;
  value: Value | undefined;
  onChange: (value: Value) => void;
  error?: string;
}

const NUMBERS = new Set(['number', 'integer', 'quantity', 'money', 'percent', 'duration']);

export function FieldInput({ field, value, onChange, error }: Props) {
  const id = useId();
  const t = useText();
  const locale = useLocale();
  const described = error ? `${id}-error` : undefined;
  const common = { id, className: 'input', 'aria-invalid': error ? true : undefined, 'aria-describedby': described, required: field.required };
  const text = value === null || value === undefined ? '' : Array.isArray(value) ? value.join(', ') : String(value);
  const set = (given: string) => onChange(given === '' ? null : given);
  let control;
  let labelled = true;
  if (field.type === 'boolean') {
    return (
      <div className="field">
        <label className="check-row" htmlFor={id}>
          <input id={id} type="checkbox" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
          <span>{field.label}</span>
        </label>
      </div>
    );
  }
  if (field.type === 'rating') {
    labelled = false;
    const low = field.minimum ?? 1;
    const high = field.maximum ?? 5;
    const steps = Array.from({ length: Math.max(1, high - low + 1) }, (_, i) => low + i);
    control = (
      <fieldset className="stars" aria-describedby={described}>
        <legend className="field-label">{field.label}</legend>
        {steps.map((step) => (
          <label key={step}>
            <input type="radio" name={id} checked={value === step} onChange={() => onChange(step)} />
            <span>{step}</span>
          </label>
        ))}
      </fieldset>
    );
  } else if (NUMBERS.has(field.type)) {
    const unit = field.type === 'money' ? (field.currency ?? locale.currency) : field.type === 'duration' ? t('form-minutes') : field.type === 'percent' ? '%' : field.unit ? unitLabel(field.unit, locale.language) : '';
    control = (
      <div className="with-unit">
        <input
          {...common}
          type="text"
          inputMode={field.type === 'integer' ? 'numeric' : 'decimal'}
          autoComplete="off"
          defaultValue={text}
          onChange={(event) => {
            const given = event.target.value.trim().replace(',', '.');
            const number = Number(given);
            onChange(given === '' ? null : Number.isNaN(number) ? given : number);
          }}
        />
        {unit && <span className="muted">{unit}</span>}
      </div>
    );
  } else if (field.type === 'date' || field.type === 'time' || field.type === 'datetime') {
    const type = field.type === 'datetime' ? 'datetime-local' : field.type;
    control = <input {...common} type={type} value={field.type === 'datetime' ? text.slice(0, 16) : text} onChange={(event) => set(event.target.value)} />;
  } else if (field.type === 'long_text') {
    control = <textarea {...common} rows={3} value={text} onChange={(event) => set(event.target.value)} />;
  } else if (field.type === 'multi_choice') {
    control = <input {...common} value={text} onChange={(event) => onChange(event.target.value.split(/[,、]/).map((part) => part.trim()).filter(Boolean))} />;
  } else {
    control = (
      <>
        <input
          {...common}
          type={field.type === 'link' ? 'url' : 'text'}
          list={field.choices?.length ? `${id}-choices` : undefined}
          value={text}
          onChange={(event) => set(event.target.value)}
        />
        {!!field.choices?.length && (
          <datalist id={`${id}-choices`}>
            {field.choices.map((choice) => <option key={choice.value} value={choice.value} />)}
          </datalist>
        )}
      </>
    );
  }
  return (
    <div className="field">
      {labelled && <label htmlFor={id}>{field.label}</label>}
      {control}
      {error && <span id={`${id}-error`} className="field-error" role="alert">{error}</span>}
    </div>
  );
}
