/** One record in a sheet: change its values, or delete it. */
import { useState } from 'react';
import { useRecordWrites } from '../api/queries';
import { asProblem } from '../api/problems';
import type { AppSpec, Entity, Field, RecordRow, Values } from '../api/types';
import { FieldInput } from '../fields/FieldInput';
import { useLocale, useText } from '../i18n/text';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { titleOf } from './titles';

export function RecordSheet({ app, entity, record, only, onClose }: {
  app: AppSpec; entity: Entity; record: RecordRow; only?: Field | undefined; onClose: () => void;
}) {
  const t = useText();
  const locale = useLocale();
  const writes = useRecordWrites(app.id);
  const [values, setValues] = useState<Values>({});
  const title = titleOf(record, entity, locale, t('record-entry'));
  const fields = (only ? [only] : entity.fields).filter((field) => !field.formula);
  const problem = writes.change.error ? asProblem(writes.change.error) : undefined;
  return (
    <Sheet title={only ? only.label : t('record-edit', { title })} isOpen onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (Object.keys(values).length === 0) onClose();
          else writes.change.mutate({ record: record.id, values }, { onSuccess: onClose });
        }}
      >
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={field.name in values ? values[field.name] : record.values[field.name]}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
            {...(problem?.fields[field.name] ? { error: problem.fields[field.name] } : {})}
          />
        ))}
        <div className="row">
          <Button type="submit" look="solid" isDisabled={writes.change.isPending}>{t('save')}</Button>
          <Button look="danger" icon="trash" aria-label={t('record-delete', { title })} onPress={() => writes.remove.mutate(record.id, { onSuccess: onClose })}>
            {t('delete')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
