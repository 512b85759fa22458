/** Adding an entry by hand: the right control for each field, messages where they belong, nothing lost on failure. */
import { useState } from 'react';
import { asProblem } from '../api/problems';
import { useRecordWrites } from '../api/queries';
import type { AppSpec, Entity, Values } from '../api/types';
import { FieldInput } from '../fields/FieldInput';
import { isoDay, nowIn } from '../i18n/dates';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { Button } from '../ui/Button';

const NUMBERS = new Set(['number', 'integer', 'quantity', 'money', 'percent', 'duration']);

function initial(entity: Entity, tz: string): Values {
  const values: Values = {};
  const now = nowIn(tz);
  for (const field of entity.fields) {
    if (field.default !== undefined && field.default !== null) values[field.name] = field.default;
    else if (field.name === entity.time_field && !entity.done_field) {
      values[field.name] = field.type === 'date' ? isoDay(now) : now.toISOString().slice(0, 16);
    }
  }
  return values;
}

export function FormFields({ app, entity, onDone }: { app: AppSpec; entity: Entity; onDone?: () => void }) {
  const t = useText();
  const explain = useExplain();
  const { tz } = useLocale();
  const writes = useRecordWrites(app.id);
  const [round, setRound] = useState(0);
  const [values, setValues] = useState<Values>(() => initial(entity, tz));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const fields = entity.fields.filter((field) => !field.formula);
  const problem = writes.add.error ? asProblem(writes.add.error) : undefined;
  const submit = () => {
    const wrong: Record<string, string> = {};
    for (const field of fields) {
      const value = values[field.name];
      if (field.required && (value === undefined || value === null || value === '')) wrong[field.name] = t('form-required');
      else if (NUMBERS.has(field.type) && typeof value === 'string') wrong[field.name] = t('form-number');
    }
    setErrors(wrong);
    if (Object.keys(wrong).length) return;
    const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));
    writes.add.mutate({ entity: entity.name, values: filled }, {
      onSuccess: () => {
        setValues(initial(entity, tz));
        setRound(round + 1);
        onDone?.();
      },
    });
  };
  return (
    <form
      key={round}
      className="form"
      noValidate
      aria-label={t('form-add')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {fields.map((field) => {
        const error = errors[field.name] ?? problem?.fields[field.name];
        return (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name]}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
            {...(error ? { error } : {})}
          />
        );
      })}
      {problem && <p className="field-error" role="alert">{problem.detail || explain(problem)}</p>}
      <Button type="submit" look="solid" icon="plus" isDisabled={writes.add.isPending}>{t('form-add')}</Button>
    </form>
  );
}

export function FormView({ app, entity }: { app: AppSpec; entity: Entity }) {
  return (
    <div className="view scroll">
      <FormFields app={app} entity={entity} />
    </div>
  );
}
