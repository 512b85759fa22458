/** One entry in full: every field with its control, what is computed, save and delete. */
import { useState } from 'react';
import type { AppSpec, Entity, RecordRow, Values } from '../api/types';
import { FieldInput } from '../fields/FieldInput';
import { wrongIn } from '../fields/values';
import { formatValue } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { asProblem } from '../api/problems';
import { useWrites } from './data';
import { Standing } from './Mark';
import { useRefs } from './refs';
import { titleOf } from './titles';

export function RecordSheet({ app, entity, record, onClose }: { app: AppSpec; entity: Entity; record: RecordRow; onClose: () => void }) {
  const t = useText();
  const locale = useLocale();
  const writes = useWrites(app.id, entity.name);
  const refs = useRefs(app, entity);
  const [values, setValues] = useState<Values>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const title = titleOf(record, entity, locale, t('record-entry'));
  const computed = entity.fields.filter((field) => field.formula && record.computed?.[field.name] !== undefined);
  const save = async () => {
    const wrong: Record<string, string> = {};
    for (const field of entity.fields) {
      const problem = field.name in values ? wrongIn(field, values[field.name], locale) : undefined;
      if (problem) wrong[field.name] = t(problem.error, problem.args);
    }
    setErrors(wrong);
    if (Object.keys(wrong).length) return;
    if (!Object.keys(values).length) return onClose();
    try {
      await writes.batch({ change: [{ id: record.id, values }] });
      onClose();
    } catch (error) {
      const said = asProblem(error).fields;
      setErrors(Object.fromEntries(Object.entries(said).map(([path, text]) => [path.replace(/^\d+\./, ''), text])));
    }
  };
  return (
    <Sheet title={t('record-edit', { title })} isOpen onClose={onClose}>
      <Standing id={record.id} onClose={onClose} />
      <form
        className="form" noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {entity.fields.filter((field) => !field.formula).map((field) => (
          <FieldInput
            key={field.name} field={field} options={refs.options(field)}
            value={field.name in values ? values[field.name] : record.values[field.name]}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
            {...(errors[field.name] ? { error: errors[field.name] as string } : {})}
          />
        ))}
        {computed.length > 0 && (
          <dl className="computed-list">
            {computed.map((field) => [<dt key={`${field.name}-t`}>{field.label}</dt>, <dd key={field.name} className="num">{formatValue(record.computed?.[field.name], field, locale)}</dd>])}
          </dl>
        )}
        <div className="row">
          <Button type="submit" look="solid" isDisabled={writes.isPending}>{t('save')}</Button>
          <Button
            look="danger" icon="trash" aria-label={t('record-delete', { title })}
            onPress={() => {
              writes.remove([record.id]);
              onClose();
            }}
          >
            {t('delete')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
