/** Things to tick off, and one quick line to add another. */
import { useState } from 'react';
import { useRecords, useRecordWrites } from '../api/queries';
import type { AppSpec, Entity, RecordRow } from '../api/types';
import { formatValue } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { Button, IconButton } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import { RecordSheet } from './RecordSheet';
import { titleOf, valueOf } from './titles';

export default function ChecklistView({ app, entity }: { app: AppSpec; entity: Entity }) {
  const t = useText();
  const locale = useLocale();
  const writes = useRecordWrites(app.id);
  const records = useRecords(app.id, { entity: entity.name });
  const [line, setLine] = useState('');
  const [open, setOpen] = useState<RecordRow>();
  const done = entity.fields.find((field) => field.name === entity.done_field) ?? entity.fields.find((field) => field.type === 'boolean');
  const title = entity.fields.find((field) => field.name === entity.title_field) ?? entity.fields.find((field) => field.type === 'text');
  const rows = [...records.all].sort((a, b) => Number(!!(done && a.values[done.name])) - Number(!!(done && b.values[done.name])));
  return (
    <div className="view scroll">
      {title && (
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            if (!line.trim()) return;
            writes.add.mutate({ entity: entity.name, values: { [title.name]: line.trim() } }, { onSuccess: () => setLine('') });
          }}
        >
          <input className="input" aria-label={title.label} placeholder={title.label} value={line} onChange={(event) => setLine(event.target.value)} />
          <Button type="submit" look="solid" icon="plus" isDisabled={!line.trim()}>{t('add')}</Button>
        </form>
      )}
      {records.isPending && <Skeleton label={t('loading')} rows={4} />}
      {!records.isPending && rows.length === 0 && <Empty icon="checklist" title={t('records-none-title')} text={t('records-none-text')} />}
      <ul className="check-list">
        {rows.map((record) => {
          const name = titleOf(record, entity, locale, t('record-entry'));
          const ticked = done ? record.values[done.name] === true : false;
          const rest = entity.fields
            .filter((field) => field !== done && field !== title)
            .map((field) => formatValue(valueOf(record, field), field, locale))
            .filter(Boolean);
          return (
            <li key={record.id} className={`check-item${ticked ? ' done' : ''}`}>
              <label>
                {done && <input type="checkbox" checked={ticked} onChange={(event) => writes.change.mutate({ record: record.id, values: { [done.name]: event.target.checked } })} />}
                <span>{name}{rest.length > 0 && <span className="muted small"> · {rest.join(' · ')}</span>}</span>
              </label>
              <IconButton label={t('record-edit', { title: name })} icon="edit" size={17} onPress={() => setOpen(record)} />
            </li>
          );
        })}
      </ul>
      {open && <RecordSheet app={app} entity={entity} record={open} onClose={() => setOpen(undefined)} />}
    </div>
  );
}
