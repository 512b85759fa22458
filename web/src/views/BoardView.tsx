/** Records in columns by a choice: carried from one to the next by dragging, or with Alt and the arrows. */
import { useState } from 'react';
import type { Field, RecordRow } from '../api/types';
import { useText } from '../i18n/text';
import { Button } from '../ui/Button';
import { Empty } from '../ui/Empty';
import { useWrites } from './data';
import { columnsFor, boardField } from './board';
import { refocus } from './refocus';
import { Mark } from './Mark';
import { Lacking, besides, useOpened, useReading, useShown, type ViewProps } from './shared';
import { subtotal } from './rows';
import { formatValue } from '../i18n/format';
import { useLocale } from '../i18n/text';

/** Cards of a column drawn at once; more on asking. */
const STEP = 60;

export default function BoardView({ app, entity, view }: ViewProps) {
  const t = useText();
  const locale = useLocale();
  const field = boardField(entity, view);
  const state = useShown(app, entity, view);
  const writes = useWrites(app.id, entity.name);
  const reading = useReading(app, entity);
  const opened = useOpened(app, entity);
  const [over, setOver] = useState<string>();
  const [counts, setCounts] = useState<Record<string, number>>({});
  const [said, setSaid] = useState('');
  if (!field) return <Empty icon="cards" title={t('board-needs-title')} text={t('board-needs-text')} />;
  const columns = columnsFor(state.rows, field, { none: t('group-none'), yes: t('yes'), no: t('no') });
  const move = (row: RecordRow, to: (typeof columns)[number] | undefined) => {
    if (!to || (row.values[field.name] ?? null) === to.value) return;
    writes.change(row.id, { [field.name]: to.value });
    setSaid(t('board-moved', { title: reading.title(row), column: to.label }));
  };
  const shown = besides(entity, view, [field.name]).slice(0, 3);
  const measured = entity.fields.find((one): one is Field => one.type === 'money') ?? undefined;
  return (
    <div className="board scroll" role="group" aria-label={field.label}>
      <p className="sr" role="status">{said}</p>
      {(state.isPending || !!state.error) && <Lacking state={state} icon="cards" />}
      {columns.map((column, at) => {
        const sum = measured && subtotal(column.rows, measured);
        return (
          <section
            key={column.key} className={`board-column${over === column.key ? ' over' : ''}`} aria-label={column.label}
            onDragOver={(event) => {
              if (!event.dataTransfer.types.includes('text/x-record')) return;
              event.preventDefault();
              setOver(column.key);
            }}
            onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(undefined)}
            onDrop={(event) => {
              event.preventDefault();
              setOver(undefined);
              const row = state.rows.find((one) => one.id === event.dataTransfer.getData('text/x-record'));
              if (row) move(row, column);
            }}
          >
            <header className="row"><h3 className="truncate">{column.label}</h3><span className="muted num">{column.rows.length}</span><span className="spacer" />{sum && measured && <span className="muted num small">{formatValue(sum.value, measured, locale)}</span>}</header>
            <ul>
              {column.rows.slice(0, counts[column.key] ?? STEP).map((row) => (
                <li key={row.id}>
                  <button
                    type="button" className="board-card" draggable aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
                    onClick={() => opened.open(row)}
                    onDragStart={(event) => event.dataTransfer.setData('text/x-record', row.id)}
                    onKeyDown={(event) => {
                      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
                      if (!event.altKey || !by) return;
                      event.preventDefault();
                      move(row, columns[at + by]);
                      refocus(`[data-card="${CSS.escape(row.id)}"]`, event.currentTarget);
                    }}
                    data-card={row.id}
                  >
                    <strong><Mark id={row.id} />{reading.title(row)}</strong>
                    {shown.map((one) => reading.brief(row, one)).filter(Boolean).map((text, n) => <span key={n} className="muted small truncate">{text}</span>)}
                  </button>
                </li>
              ))}
            </ul>
            {column.rows.length > (counts[column.key] ?? STEP) && <Button small look="plain" onPress={() => setCounts({ ...counts, [column.key]: (counts[column.key] ?? STEP) + STEP })}>{t('board-more', { count: column.rows.length - (counts[column.key] ?? STEP) })}</Button>}
            <Button small look="plain" icon="plus" onPress={() => opened.add(column.value === null ? {} : { [field.name]: column.value })}>{t('add')}</Button>
          </section>
        );
      })}
      {opened.sheets}
    </div>
  );
}
