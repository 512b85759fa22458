/** Changing one value where it stands. Enter and Tab keep it, Escape does not; what does not fit stays open with the reason. */
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { Field, Value } from '../../api/types';
import { readValue, textOf } from '../../fields/values';
import { useLocale, useText } from '../../i18n/text';
import { inUnits, shownValue, toStored } from '../../i18n/units';
import { NUMERIC } from '../rows';

interface Props {
  field: Field;
  value: Value | undefined;
  /** What was typed to begin with; replaces the value. */
  typed?: string | undefined;
  options?: { value: string; label: string }[] | undefined;
  onKeep: (value: Value, way: 'down' | 'up' | 'next' | 'back' | 'stay') => void;
  onCancel: () => void;
}

export function CellEditor({ field: stored, value: held, typed, options, onKeep, onCancel }: Props) {
  const t = useText();
  const id = useId();
  const { language, units } = useLocale();
  const field = inUnits(stored, units);
  const value = shownValue(held, stored, units);
  const before = textOf(field, value, language);
  const stamped = field.type === 'date' || field.type === 'time' || field.type === 'datetime';
  const [text, setText] = useState(typed !== undefined && !stamped ? typed : before);
  const [error, setError] = useState<string>();
  const box = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null);
  const done = useRef(false);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    const input: HTMLElement | null = box.current;
    if (typed === undefined && input instanceof HTMLInputElement && input.type === 'text') input.select();
  }, [typed]);
  const keep = (way: Parameters<Props['onKeep']>[1], given = text) => {
    if (done.current) return;
    if (given === before) {
      done.current = true;
      if (way === 'stay') onCancel();
      else onKeep(held ?? null, way);
      return;
    }
    const read = readValue(field, given, language);
    if ('error' in read) {
      setError(t(read.error, read.args));
      return;
    }
    done.current = true;
    onKeep(typeof read.value === 'number' ? toStored(read.value, stored.unit, units) : read.value, way);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      done.current = true;
      onCancel();
    } else if (event.key === 'Enter' && !(field.type === 'long_text' && event.shiftKey)) {
      event.preventDefault();
      keep(event.shiftKey ? 'up' : 'down');
    } else if (event.key === 'Tab') {
      event.preventDefault();
      keep(event.shiftKey ? 'back' : 'next');
    }
  };
  const common = {
    ref: box, className: 'cell-input', 'aria-label': field.label, value: text, onKeyDown, onBlur: () => keep('stay'),
    'aria-invalid': error ? true : undefined, 'aria-describedby': error ? `${id}-error` : undefined,
  };
  let control;
  if (options || (field.type === 'choice' && field.strict)) {
    const list = options ?? (field.choices ?? []).map((choice) => ({ value: choice.value, label: choice.label || choice.value }));
    control = (
      <select {...common} onChange={(event) => setText(event.target.value)}>
        <option value="" />
        {list.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}
      </select>
    );
  } else if (field.type === 'long_text') {
    control = <textarea {...common} rows={4} onChange={(event) => setText(event.target.value)} />;
  } else {
    const type = field.type === 'datetime' ? 'datetime-local' : stamped ? field.type : 'text';
    control = (
      <input
        {...common} type={type} autoComplete="off" list={field.choices?.length ? `${id}-choices` : undefined}
        inputMode={field.type === 'integer' || field.type === 'rating' ? 'numeric' : NUMERIC.has(field.type) ? 'decimal' : field.type === 'link' ? 'url' : undefined}
        onChange={(event) => setText(event.target.value)}
      />
    );
  }
  return (
    <>
      {control}
      {!!field.choices?.length && (
        <datalist id={`${id}-choices`}>{field.choices.map((choice) => <option key={choice.value} value={choice.value}>{choice.label}</option>)}</datalist>
      )}
      {error && <span id={`${id}-error`} className="cell-error" role="alert">{error}</span>}
    </>
  );
}
