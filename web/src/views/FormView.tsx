/** Adding an entry by hand: the right control for each field, messages where they belong, nothing lost on failure or reload. */
import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { asProblem } from '../api/problems';
import { refreshApp, useUndoToast } from '../api/queries';
import type { AppSpec, Entity, Field, Values } from '../api/types';
import { Computed } from '../fields/Computed';
import { FieldInput } from '../fields/FieldInput';
import { wrongIn } from '../fields/values';
import { isoDay, nowIn } from '../i18n/dates';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { useOutbox } from '../offline/useOutbox';
import { showOverlay } from '../shell/overlay';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { notify } from '../ui/toasts';
import { useRefs } from './refs';

/** What a fresh form starts with: defaults, and now as the time of what is logged. */
export function initial(entity: Entity, now: Date): Values {
  const values: Values = {};
  const stamp = (field: Field) => (field.type === 'date' ? isoDay(now) : field.type === 'time' ? now.toISOString().slice(11, 16) : now.toISOString().slice(0, 16));
  for (const field of entity.fields) {
    if (field.formula) continue;
    const timed = field.type === 'date' || field.type === 'datetime' || field.type === 'time';
    if (timed && (field.default === 'now' || field.default === 'today')) values[field.name] = stamp(field);
    else if (field.default !== undefined && field.default !== null) values[field.name] = field.default;
    else if (timed && field.name === entity.time_field && !entity.done_field) values[field.name] = stamp(field);
  }
  return values;
}

function draftOf(key: string): Values | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Values | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function keepDraft(key: string, values: Values | undefined): void {
  try {
    if (values) sessionStorage.setItem(key, JSON.stringify(values));
    else sessionStorage.removeItem(key);
  } catch {
    // A full or closed storage: the form itself still holds what was typed.
  }
}

export function FormFields({ app, entity, fields: names, given, onDone }: {
  app: AppSpec; entity: Entity; fields?: string[] | undefined; given?: Values | undefined; onDone?: () => void;
}) {
  const t = useText();
  const explain = useExplain();
  const client = useQueryClient();
  const undoToast = useUndoToast();
  const refs = useRefs(app, entity);
  const { tz, language, units } = useLocale();
  const key = `calisson.form.${app.id}.${entity.name}`;
  const fresh = (): Values => ({ ...initial(entity, nowIn(tz)), ...given });
  const [round, setRound] = useState(0);
  const [values, setValues] = useState<Values>(() => ({ ...fresh(), ...draftOf(key), ...given }));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failed, setFailed] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const open = entity.fields.filter((field) => !field.formula);
  const named = (names ?? []).flatMap((name) => open.find((field) => field.name === name) ?? []);
  const fields = named.length ? [...named, ...open.filter((field) => field.required && !named.includes(field))] : open;
  useEffect(() => {
    if (Object.keys(errors).length) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);
  const set = (field: Field, value: Values[string]) => {
    const next = { ...values, [field.name]: value };
    setValues(next);
    keepDraft(key, next);
    if (errors[field.name]) setErrors(({ [field.name]: _gone, ...rest }) => rest);
  };
  const submit = async () => {
    const wrong: Record<string, string> = {};
    for (const field of fields) {
      const problem = wrongIn(field, values[field.name], { language, units });
      if (problem) wrong[field.name] = t(problem.error, problem.args);
    }
    setErrors(wrong);
    setFailed(undefined);
    if (Object.keys(wrong).length || busy) return;
    setBusy(true);
    try {
      const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));
      const written = await api.addRecord(app.id, entity.name, filled);
      undoToast(t(written.waiting ? 'outbox-kept' : 'record-added'), written.turn_id);
      notify(written.notices);
      keepDraft(key, undefined);
      setValues(fresh());
      setRound(round + 1);
      onDone?.();
      void refreshApp(client, app.id);
    } catch (error) {
      const problem = asProblem(error);
      setErrors(problem.fields);
      setFailed(Object.keys(problem.fields).length ? undefined : problem.detail || explain(problem));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      ref={form} key={round} className="form" noValidate aria-label={t('form-add')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {fields.map((field) => (
        <FieldInput
          key={field.name} field={field} value={values[field.name]} options={refs.options(field)} onChange={(value) => set(field, value)}
          {...(errors[field.name] ? { error: errors[field.name] as string } : {})}
        />
      ))}
      <Computed entity={entity} values={values} />
      {failed && <p className="field-error" role="alert">{failed}</p>}
      <Button type="submit" look="solid" icon="plus" isDisabled={busy}>{t('form-add')}</Button>
    </form>
  );
}

export default function FormView({ app, entity, fields }: { app: AppSpec; entity: Entity; fields: string[] | undefined }) {
  const t = useText();
  const waiting = useOutbox().filter((item) => item.kind === 'add' && item.app === app.id && item.entity === entity.name).length;
  return (
    <div className="view scroll stack">
      {waiting > 0 && (
        <button type="button" className="waits-line" onClick={() => showOverlay({ name: 'outbox' })}>
          <Icon name="clock" size={16} /> {t('outbox-count', { count: waiting })}
        </button>
      )}
      <FormFields app={app} entity={entity} fields={fields} />
    </div>
  );
}
