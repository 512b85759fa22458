/** Records as a table: search, sort by a column, change a cell or a whole entry, add and delete. Long tables are virtual. */
import { useMemo, useRef, useState } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRecords } from '../api/queries';
import type { AppSpec, Entity, Field, RecordRow } from '../api/types';
import { formatValue } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { Button, IconButton } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import { Icon } from '../ui/Icon';
import { Sheet } from '../ui/Sheet';
import { FormFields } from './FormView';
import { RecordSheet } from './RecordSheet';
import { titleOf, valueOf } from './titles';

const ROW_PX = 45;
const NUMERIC = new Set(['number', 'integer', 'quantity', 'money', 'percent', 'duration', 'rating']);

export function TableView({ app, entity }: { app: AppSpec; entity: Entity }) {
  const t = useText();
  const locale = useLocale();
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<string>();
  const [open, setOpen] = useState<{ record: RecordRow; only?: Field }>();
  const [adding, setAdding] = useState(false);
  const records = useRecords(app.id, { entity: entity.name, ...(search ? { q: search } : {}), ...(order ? { order } : {}) });
  const box = useRef<HTMLDivElement>(null);
  const rows = records.all;
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => ROW_PX, overscan: 12 });
  const items = virtual.getVirtualItems();
  const shown = rows.length > 80 && items.length ? items.map((item) => item.index) : rows.map((_, index) => index).slice(0, 80);
  const before = rows.length > 80 ? (items[0]?.start ?? 0) : 0;
  const after = rows.length > 80 ? Math.max(0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)) : 0;
  if (records.hasNextPage && !records.isFetchingNextPage && (items.at(-1)?.index ?? 0) > rows.length - 40) void records.fetchNextPage();
  const words = useMemo(() => ({ yes: t('yes'), no: t('no') }), [t]);
  const sort = (field: Field) => setOrder(order === field.name ? `-${field.name}` : order === `-${field.name}` ? undefined : field.name);
  return (
    <>
      <div className="view-bar">
        <input type="search" className="input" aria-label={t('records-search')} placeholder={t('records-search')} value={search} onChange={(event) => setSearch(event.target.value)} />
        <Button look="solid" icon="plus" onPress={() => setAdding(true)}>{t('add')}</Button>
      </div>
      <div className="grid-wrap scroll" ref={box}>
        {records.isPending && <Skeleton label={t('loading')} rows={6} />}
        {!records.isPending && rows.length === 0 && (
          <Empty icon="table" title={t('records-none-title')} text={t('records-none-text')} />
        )}
        {rows.length > 0 && (
          <table className="grid" aria-label={`${app.name}: ${t('records-count', { count: records.total })}`} aria-rowcount={records.total + 1}>
            <thead>
              <tr>
                {entity.fields.map((field) => {
                  const way = order === field.name ? 'ascending' : order === `-${field.name}` ? 'descending' : 'none';
                  return (
                    <th key={field.name} scope="col" aria-sort={way} className={NUMERIC.has(field.type) ? 'num-cell' : ''}>
                      <button type="button" aria-label={t('records-sort', { field: field.label })} onClick={() => sort(field)}>
                        {field.label}
                        {way !== 'none' && <Icon name={way === 'ascending' ? 'up' : 'down'} size={14} />}
                      </button>
                    </th>
                  );
                })}
                <th scope="col"><span className="sr">{t('edit')}</span></th>
              </tr>
            </thead>
            <tbody>
              {before > 0 && <tr aria-hidden="true" style={{ height: before }} />}
              {shown.map((index) => {
                const record = rows[index];
                if (!record) return null;
                const title = titleOf(record, entity, locale, t('record-entry'));
                return (
                  <tr key={record.id} aria-rowindex={index + 2}>
                    {entity.fields.map((field) => {
                      const text = formatValue(valueOf(record, field), field, locale, words);
                      const numeric = NUMERIC.has(field.type) ? ' num-cell num' : '';
                      return field.formula ? (
                        <td key={field.name} className={`computed${numeric}`}>{text}</td>
                      ) : (
                        <td key={field.name}>
                          <button type="button" className={`cell${numeric}`} title={text} onClick={() => setOpen({ record, only: field })}>
                            {text || <span aria-hidden="true">&nbsp;</span>}
                            {!text && <span className="sr">{field.label}</span>}
                          </button>
                        </td>
                      );
                    })}
                    <td><IconButton label={t('record-edit', { title })} icon="edit" size={17} onPress={() => setOpen({ record })} /></td>
                  </tr>
                );
              })}
              {after > 0 && <tr aria-hidden="true" style={{ height: after }} />}
            </tbody>
          </table>
        )}
      </div>
      {open && <RecordSheet app={app} entity={entity} record={open.record} only={open.only} onClose={() => setOpen(undefined)} />}
      {adding && (
        <Sheet title={t('form-add')} isOpen onClose={() => setAdding(false)}>
          <FormFields app={app} entity={entity} onDone={() => setAdding(false)} />
        </Sheet>
      )}
    </>
  );
}
