/** The right control and keyboard for each type of field. Values are those of the contract; null is empty. */
import { Suspense, lazy, useId, useState } from 'react';
import type { Field, Value } from '../api/types';
import { unitLabel } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { inUnits, shownValue, toStored } from '../i18n/units';
import { readValue, textOf } from './values';
import './fields.css';

const ImageInput = lazy(() => import('./ImageInput'));

interface Props {
  field: Field;
  value: Value | undefined;
  onChange: (value: Value) => void;
  error?: string;
  /** Without its own label: what is around it names it. */
  bare?: boolean;
  /** The records that a reference can point to. */
  options?: { value: string; label: string }[] | undefined;
}

const NUMBERS = new Set(['number', 'integer', 'quantity', 'money', 'percent', 'duration']);
const FEW = 7;

export function FieldInput({ field, value, onChange, error, bare = false, options }: Props) {
  const id = useId();
  const t = useText();
  const { language, currency, units } = useLocale();
  const described = error ? `${id}-error` : undefined;
  const common = {
    id, className: 'input', 'aria-invalid': error ? (true as const) : undefined, 'aria-describedby': described,
    'aria-required': field.required ? (true as const) : undefined, ...(bare ? { 'aria-label': field.label } : {}),
  };
  const text = textOf(field, value, language);
  const set = (given: string) => onChange(given === '' ? null : given);
  const choices = field.choices ?? [];
  const grouped = (field.type === 'choice' && choices.length > 0 && choices.length <= FEW && !bare) || field.type === 'rating' || field.type === 'multi_choice' || field.type === 'image';
  let control;
  if (field.type === 'boolean') {
    control = (
      <label className="check-row" htmlFor={id}>
        <input id={id} type="checkbox" checked={value === true} aria-describedby={described} onChange={(event) => onChange(event.target.checked)} />
        <span>{field.label}</span>
      </label>
    );
  } else if (field.type === 'rating') {
    const low = field.minimum ?? 1;
    const high = field.maximum ?? 5;
    const steps = Array.from({ length: Math.max(1, Math.min(20, high - low + 1)) }, (_, i) => low + i);
    control = <Radios id={id} values={steps.map((step) => ({ value: step, label: String(step) }))} chosen={value} onChange={onChange} field={field} />;
  } else if (field.type === 'image') {
    control = <Suspense fallback={null}><ImageInput id={id} value={text} onChange={onChange} label={field.label} /></Suspense>;
  } else if (field.type === 'multi_choice') {
    control = <Several id={id} field={field} value={Array.isArray(value) ? value : []} onChange={onChange} />;
  } else if (NUMBERS.has(field.type)) {
    control = <NumberInput key={field.type} common={common} field={field} value={value} onChange={onChange} unit={unitOf(inUnits(field, units), currency, language, t('form-minutes'))} />;
  } else if (field.type === 'date' || field.type === 'time' || field.type === 'datetime') {
    const type = field.type === 'datetime' ? 'datetime-local' : field.type;
    control = <input {...common} type={type} value={text} onChange={(event) => set(event.target.value)} />;
  } else if (field.type === 'long_text') {
    control = <textarea {...common} rows={3} value={text} onChange={(event) => set(event.target.value)} />;
  } else if (field.type === 'ref' && options) {
    control = <Choose common={common} list={options} value={text} onChange={set} />;
  } else if (field.type === 'choice' && grouped) {
    const list = choices.map((choice) => ({ value: choice.value, label: choice.label || choice.value }));
    control = <Radios id={id} values={list} chosen={value} onChange={onChange} field={field} open={!field.strict} />;
  } else if (field.type === 'choice' && field.strict) {
    control = <Choose common={common} list={choices.map((choice) => ({ value: choice.value, label: choice.label || choice.value }))} value={text} onChange={set} />;
  } else {
    control = (
      <>
        <input
          {...common} type={field.type === 'link' ? 'url' : 'text'} inputMode={field.type === 'link' ? 'url' : 'text'}
          autoCapitalize={field.type === 'link' ? 'off' : 'sentences'} list={choices.length ? `${id}-choices` : undefined}
          value={text} onChange={(event) => set(event.target.value)}
        />
        {choices.length > 0 && (
          <datalist id={`${id}-choices`}>{choices.map((choice) => <option key={choice.value} value={choice.value}>{choice.label}</option>)}</datalist>
        )}
      </>
    );
  }
  const name = <>{field.label}{field.required && <span aria-hidden="true" className="needed"> *</span>}</>;
  return (
    <div className="field" role={grouped ? 'group' : undefined} aria-labelledby={grouped && !bare ? `${id}-label` : undefined} aria-describedby={grouped ? described : undefined}>
      {!bare && field.type !== 'boolean' && (grouped ? <span id={`${id}-label`} className="field-label">{name}</span> : <label htmlFor={id}>{name}</label>)}
      {control}
      {error && <span id={`${id}-error`} className="field-error" role="alert">{error}</span>}
    </div>
  );
}

function unitOf(field: Field, currency: string, language: string, minutes: string): string {
  if (field.type === 'money') return field.currency ?? currency;
  if (field.type === 'duration') return minutes;
  return field.type === 'percent' ? '%' : field.unit ? unitLabel(field.unit, language) : '';
}

type Common = React.AriaAttributes & { id: string; className: string };

/** The text stays as it was typed; what goes out is the number, or the text while it is none. */
function NumberInput({ common, field, value, onChange, unit }: { common: Common; field: Field; value: Value | undefined; onChange: (value: Value) => void; unit: string }) {
  const { language, units } = useLocale();
  const [typed, setTyped] = useState<{ text: string; value: Value | undefined }>();
  const text = typed && typed.value === value ? typed.text : textOf(field, shownValue(value, field, units), language);
  return (
    <div className="with-unit">
      <input
        {...common} type="text" inputMode={field.type === 'integer' ? 'numeric' : 'decimal'} autoComplete="off" enterKeyHint="next" value={text}
        onChange={(event) => {
          const given = event.target.value;
          const read = readValue({ ...field, required: false, minimum: null, maximum: null }, given, language);
          const next = 'error' in read ? given : typeof read.value === 'number' ? toStored(read.value, field.unit, units) : read.value;
          setTyped({ text: given, value: next });
          onChange(next);
        }}
      />
      {unit && <span className="muted unit">{unit}</span>}
    </div>
  );
}

function Choose({ common, list, value, onChange }: { common: Common; list: { value: string; label: string }[]; value: string; onChange: (value: string) => void }) {
  return (
    <select {...common} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="" />
      {value && !list.some((option) => option.value === value) && <option value={value}>{value}</option>}
      {list.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}
    </select>
  );
}

interface RadiosProps {
  id: string;
  values: { value: string | number; label: string }[];
  chosen: Value | undefined;
  onChange: (value: Value) => void;
  field: Field;
  /** Other values than those listed may be typed. */
  open?: boolean;
}

function Radios({ id, values, chosen, onChange, field, open = false }: RadiosProps) {
  const t = useText();
  const other = typeof chosen === 'string' && !values.some((one) => one.value === chosen) ? chosen : '';
  return (
    <div className="options">
      {values.map((one) => (
        <label key={one.value} className="option">
          <input
            type="radio" name={id} checked={chosen === one.value} onChange={() => onChange(one.value)}
            onClick={() => chosen === one.value && !field.required && onChange(null)}
          />
          <span>{one.label}</span>
        </label>
      ))}
      {open && (
        <input className="input option-other" aria-label={`${field.label}: ${t('form-other')}`} placeholder={t('form-other')} value={other} onChange={(event) => onChange(event.target.value || null)} />
      )}
    </div>
  );
}

function Several({ id, field, value, onChange }: { id: string; field: Field; value: string[]; onChange: (value: Value) => void }) {
  const t = useText();
  const [more, setMore] = useState('');
  const listed = (field.choices ?? []).map((choice) => ({ value: choice.value, label: choice.label || choice.value }));
  const all = [...listed, ...value.filter((one) => !listed.some((choice) => choice.value === one)).map((one) => ({ value: one, label: one }))];
  const add = () => {
    const given = more.split(/[,、，;]/).map((part) => part.trim()).filter(Boolean);
    if (given.length) onChange([...new Set([...value, ...given])]);
    setMore('');
  };
  return (
    <div className="options">
      {all.map((one) => (
        <label key={one.value} className="option">
          <input type="checkbox" checked={value.includes(one.value)} onChange={(event) => onChange(event.target.checked ? [...value, one.value] : value.filter((other) => other !== one.value))} />
          <span>{one.label}</span>
        </label>
      ))}
      {!field.strict && (
        <input
          id={id} className="input option-other" aria-label={`${field.label}: ${t('form-other')}`} placeholder={t('form-other')} value={more}
          onChange={(event) => setMore(event.target.value)} onBlur={add}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && more.trim() && !event.nativeEvent.isComposing) {
              event.preventDefault();
              add();
            }
          }}
        />
      )}
    </div>
  );
}
