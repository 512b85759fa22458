/** Things to tick off, and one quick line to add another. What is done goes below and can be cleared in one step. */
import { useState } from 'react';
import type { Field, RecordRow, Value } from '../api/types';
import { isoDay, nowIn } from '../i18n/dates';
import { useLocale, useText } from '../i18n/text';
import { Button, IconButton } from '../ui/Button';
import { useWrites } from './data';
import { Mark } from './Mark';
import { Lacking, besides, useMore, useOpened, useReading, useShown, type ViewProps } from './shared';

/** Whether a value says that a thing is done: a yes, a day, or the last of the choices. */
export function isDone(field: Field | undefined, value: Value | undefined): boolean {
  if (!field || value === null || value === undefined || value === '') return false;
  if (field.type === 'boolean') return value === true;
  return field.type === 'choice' ? value === field.choices?.at(-1)?.value : true;
}

/** The value that makes a thing done, or open again. */
export function doneValue(field: Field, done: boolean, now: Date): Value {
  if (field.type === 'boolean') return done;
  if (field.type === 'choice') return (done ? field.choices?.at(-1)?.value : field.choices?.[0]?.value) ?? null;
  return done ? (field.type === 'date' ? isoDay(now) : now.toISOString().slice(0, 16)) : null;
}

export default function ChecklistView({ app, entity, view }: ViewProps) {
  const t = useText();
  const { tz } = useLocale();
  const writes = useWrites(app.id, entity.name);
  const state = useShown(app, entity, view);
  const reading = useReading(app, entity);
  const opened = useOpened(app, entity);
  const [text, setText] = useState('');
  const field = entity.fields.find((one) => one.name === entity.done_field) ?? entity.fields.find((one) => one.type === 'boolean' && !one.formula);
  const title = entity.fields.find((one) => one.name === entity.title_field) ?? entity.fields.find((one) => one.type === 'text');
  const simple = title && entity.fields.every((one) => !one.required || one === title || (one.default !== null && one.default !== undefined));
  const shown = besides(entity, view, [field?.name, title?.name]).slice(0, 3);
  const open = state.rows.filter((row) => !isDone(field, field && row.values[field.name]));
  const done = state.rows.filter((row) => isDone(field, field && row.values[field.name]));
  const more = useMore(state.rows.length);
  const item = (row: RecordRow, ticked: boolean) => {
    const name = reading.title(row);
    const rest = shown.map((one) => reading.brief(row, one)).filter(Boolean);
    return (
      <li key={row.id} className={`check-item${ticked ? ' done' : ''}`}>
        <label>
          {field && <input type="checkbox" checked={ticked} onChange={(event) => writes.change(row.id, { [field.name]: doneValue(field, event.target.checked, nowIn(tz)) })} />}
          <span><Mark id={row.id} />{name}{rest.length > 0 && <span className="muted small"> · {rest.join(' · ')}</span>}</span>
        </label>
        <IconButton label={t('record-edit', { title: name })} icon="edit" size={17} onPress={() => opened.open(row)} />
      </li>
    );
  };
  return (
    <div className="view scroll stack">
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (!title || !text.trim()) return;
          if (simple) writes.add({ [title.name]: text.trim() }, () => setText(''));
          else opened.add({ [title.name]: text.trim() });
        }}
      >
        {title && <input className="input" aria-label={title.label} placeholder={title.label} value={text} onChange={(event) => setText(event.target.value)} />}
        <Button type="submit" look="solid" icon="plus" isDisabled={!text.trim() || writes.isPending}>{t('add')}</Button>
      </form>
      {(state.isPending || !state.rows.length) && <Lacking state={state} icon="checklist" />}
      <ul className="check-list">{open.slice(0, more.count).map((row) => item(row, false))}</ul>
      {done.length > 0 && (
        <details open={done.length <= 20}>
          <summary className="check-summary">{t('checklist-done', { count: done.length })}</summary>
          <ul className="check-list">{done.slice(0, more.count).map((row) => item(row, true))}</ul>
          <div><Button small look="plain" icon="trash" onPress={() => writes.remove(done.map((row) => row.id))}>{t('checklist-clear')}</Button></div>
        </details>
      )}
      {more.more}
      {opened.sheets}
    </div>
  );
}
