/** Records as a table: search, filter, group with subtotals, sort, change where they stand, choose many, paste more. */
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { AppSpec, Condition, Entity, Field, RecordRow, Value, View } from '../../api/types';
import { useLocale, useText } from '../../i18n/text';
import { useExplain } from '../../shell/explain';
import { Button, IconButton } from '../../ui/Button';
import { Empty, Skeleton } from '../../ui/Empty';
import { Sheet } from '../../ui/Sheet';
import { Conditions, freshCondition, ready } from '../Conditions';
import { useRows, useWrites } from '../data';
import type { useDraft } from '../draft';
import { FormFields } from '../FormView';
import { RecordSheet } from '../RecordSheet';
import { fieldOf, filterRows, fold, groupRows, linesOf, sortRows } from '../rows';
import { useRefs } from '../refs';
import { clampWidth, columnsOf, loadWidths, moved, naturalWidth, saveWidths } from './columns';
import { Grid } from './Grid';
import { Head, type HeadDeed } from './Head';
import { PasteSheet } from './PasteSheet';
import { SetField } from './SetField';
import './table.css';

interface Props {
  app: AppSpec;
  entity: Entity;
  draft: ReturnType<typeof useDraft>;
}

const texts = new WeakMap<RecordRow, string>();

/** What a record is found by: its values as they are stored, and the names of its choices. */
function readsOf(entity: Entity): (row: RecordRow) => string {
  return (row) => {
    let text = texts.get(row);
    if (text === undefined) {
      const parts: string[] = [];
      for (const field of entity.fields) {
        const value = field.formula ? row.computed?.[field.name] : row.values[field.name];
        if (value === null || value === undefined) continue;
        parts.push(String(value));
        if (field.type === 'choice') parts.push(field.choices?.find((choice) => choice.value === value)?.label ?? '');
      }
      texts.set(row, (text = fold(parts.join('\n'))));
    }
    return text;
  };
}

export default function TableView({ app, entity, draft }: Props) {
  const t = useText();
  const explain = useExplain();
  const { language } = useLocale();
  const view: View = draft.view;
  const { rows, total, isPending, error, again } = useRows(app.id, entity.name);
  const writes = useWrites(app.id, entity.name);
  const refs = useRefs(app, entity);
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [widths, setWidths] = useState(() => loadWidths(app.id, entity.name));
  const latest = useRef(widths);
  const [open, setOpen] = useState<RecordRow>();
  const [sheet, setSheet] = useState<'add' | 'filter' | 'set'>();
  const [pasted, setPasted] = useState<{ text: string; fields: string[] }>();
  const columns = useMemo(() => columnsOf(entity, view), [entity, view]);
  const where = useMemo(() => view.where ?? [], [view.where]);
  const groupField = fieldOf(entity, view.group_by);
  const shown = useMemo(() => {
    const found = filterRows(rows, ready(where), wanted, entity, readsOf(entity));
    return sortRows(found, view.sort ?? entity.sort, entity, language);
  }, [rows, where, wanted, entity, view.sort, language]);
  const groups = useMemo(() => (groupField ? groupRows(shown, groupField, language) : undefined), [shown, groupField, language]);
  const lines = useMemo(() => linesOf(shown, groups, closed), [shown, groups, closed]);
  const sizes = useMemo(() => Object.fromEntries(columns.map((field) => [field.name, widths[field.name] ?? naturalWidth(field)])), [columns, widths]);
  const chosen = useMemo(() => {
    const there = new Set(shown.map((row) => row.id));
    return new Set([...selected].filter((id) => there.has(id)));
  }, [selected, shown]);

  const resize = (field: Field, change: number, last: boolean) => {
    const px = clampWidth((latest.current[field.name] ?? naturalWidth(field)) + change);
    latest.current = { ...latest.current, [field.name]: px };
    setWidths(latest.current);
    if (last) saveWidths(app.id, entity.name, latest.current);
  };
  const names = columns.map((field) => field.name);
  const deed = (field: Field, what: HeadDeed) => {
    switch (what) {
      case 'ascending': return draft.change({ sort: { field: field.name, descending: false } });
      case 'descending': return draft.change({ sort: { field: field.name, descending: true } });
      case 'unsort': return draft.change({ sort: null });
      case 'group': return draft.change({ group_by: field.name });
      case 'ungroup': return draft.change({ group_by: null });
      case 'filter':
        draft.change({ where: [...where, freshCondition(field)] as Condition[] });
        return setSheet('filter');
      case 'left': return draft.change({ fields: moved(names, field.name, { steps: -1 }) });
      case 'right': return draft.change({ fields: moved(names, field.name, { steps: 1 }) });
      case 'wider': return resize(field, 32, true);
      case 'narrower': return resize(field, -32, true);
      case 'hide': return names.length > 1 ? draft.change({ fields: names.filter((name) => name !== field.name) }) : undefined;
    }
  };
  const remove = (ids: string[]) => {
    writes.remove(ids);
    setSelected(new Set());
  };
  const change = (row: RecordRow, field: Field, value: Value) => writes.change(row.id, { [field.name]: value });
  const paste = (text: string, from: number) => setPasted({ text, fields: names.slice(from) });

  if (error && !rows.length) {
    return <Empty icon="warn" title={t('view-failed-title')} text={explain(error)}><Button look="solid" icon="retry" onPress={again}>{t('try-again')}</Button></Empty>;
  }
  return (
    <>
      <div className="view-bar">
        <input type="search" className="input" aria-label={t('records-search')} placeholder={t('records-search')} value={search} onChange={(event) => setSearch(event.target.value)} />
        <IconButton icon="filter" look={where.length ? 'soft' : 'plain'} label={where.length ? t('filter-count', { count: where.length }) : t('filter-title')} onPress={() => setSheet('filter')} />
        <Button look="solid" icon="plus" onPress={() => setSheet('add')}>{t('add')}</Button>
      </div>
      {chosen.size > 0 && (
        <div className="draft-bar" role="group" aria-label={t('records-chosen', { count: chosen.size })}>
          <span className="small" role="status">{t('records-chosen', { count: chosen.size })}</span>
          <Button small icon="edit" onPress={() => setSheet('set')}>{t('records-set-short')}</Button>
          <Button small look="danger" icon="trash" onPress={() => remove([...chosen])}>{t('delete')}</Button>
          <Button small look="plain" onPress={() => setSelected(new Set())}>{t('records-unselect')}</Button>
        </div>
      )}
      {isPending && <Skeleton label={t('loading')} rows={8} />}
      {!isPending && total === 0 && (
        <div className="view scroll" tabIndex={0} role="group" aria-label={t('paste-here')} onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          if (text.trim()) paste(text, 0);
        }}>
          <Empty icon="table" title={t('records-none-title')} text={t('records-none-text')}><p className="muted small">{t('paste-here')}</p></Empty>
        </div>
      )}
      {total > 0 && (
        <Grid
          label={`${app.name}: ${t('records-count', { count: shown.length })}`} lines={lines} rows={shown} columns={columns} groupField={groupField}
          widths={sizes} titles={refs.titles} options={refs.options} selected={chosen} onSelect={setSelected} onChange={change} onOpen={setOpen}
          onDelete={remove} onPasteTable={paste}
          onFold={(id) => setClosed((before) => {
            const next = new Set(before);
            if (!next.delete(id)) next.add(id);
            return next;
          })}
          heads={columns.map((field, index) => (
            <Head
              key={field.name} field={field} index={index} sort={view.sort} isGroup={view.group_by === field.name} onDeed={(what) => deed(field, what)}
              onWidth={(by, last) => resize(field, by, last)} onDrop={(dragged) => draft.change({ fields: moved(names, dragged, { before: field.name }) })}
            />
          ))}
        />
      )}
      {open && <RecordSheet app={app} entity={entity} record={open} onClose={() => setOpen(undefined)} />}
      {sheet === 'add' && (
        <Sheet title={t('form-add')} isOpen onClose={() => setSheet(undefined)}>
          <FormFields app={app} entity={entity} onDone={() => setSheet(undefined)} />
        </Sheet>
      )}
      {sheet === 'filter' && (
        <Sheet title={t('filter-title')} isOpen onClose={() => setSheet(undefined)} wide>
          <Conditions entity={entity} value={where} onChange={(next) => draft.change({ where: next })} />
          <p className="muted small" role="status">{t('records-count', { count: shown.length })}</p>
        </Sheet>
      )}
      {sheet === 'set' && (
        <SetField
          entity={entity} count={chosen.size} onClose={() => setSheet(undefined)}
          onSet={(name, value) => {
            writes.changeMany([...chosen].map((id) => ({ id, values: { [name]: value } })));
            setSheet(undefined);
          }}
        />
      )}
      {pasted && <PasteSheet app={app} entity={entity} text={pasted.text} fields={pasted.fields} onClose={() => setPasted(undefined)} />}
    </>
  );
}
