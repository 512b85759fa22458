/**
 * The table itself: rows that scroll past without being there all at once, cells that are reached and changed by keys
 * as in a spreadsheet. The grid keeps the focus; the active cell is named to screen readers (`aria-activedescendant`).
 */
import { useCallback, useEffect, useId, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Field, RecordRow, Value } from '../../api/types';
import { formatValue } from '../../i18n/format';
import { useLocale, useText } from '../../i18n/text';
import { Icon } from '../../ui/Icon';
import { subtotal, type Group, type Line } from '../rows';
import { CellEditor } from './CellEditor';
import { deedOf, isTable, toTsv, type At } from './keys';
import { Row, cellText } from './Row';

const ROW_PX = 40;
const ROW_TOUCH_PX = 48;

const sums = new WeakMap<Group, Map<string, ReturnType<typeof subtotal>>>();

/** A group's subtotal of a column, reckoned once. */
function sumOf(group: Group, column: Field): ReturnType<typeof subtotal> {
  let known = sums.get(group);
  if (!known) sums.set(group, (known = new Map()));
  if (!known.has(column.name)) known.set(column.name, subtotal(group.rows, column));
  return known.get(column.name);
}

interface Props {
  label: string;
  lines: readonly Line[];
  rows: readonly RecordRow[];
  columns: readonly Field[];
  groupField: Field | undefined;
  widths: Record<string, number>;
  heads: React.ReactNode;
  titles: ReadonlyMap<string, string>;
  options: (field: Field) => { value: string; label: string }[] | undefined;
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  onFold: (id: string) => void;
  onChange: (row: RecordRow, field: Field, value: Value) => void;
  onOpen: (row: RecordRow) => void;
  onDelete: (ids: string[]) => void;
  onPasteTable: (text: string, from: number) => void;
}

export function Grid(props: Props) {
  const { label, lines, rows, columns, groupField, widths, heads, titles, options, selected, onSelect, onFold, onChange, onOpen } = props;
  const t = useText();
  const locale = useLocale();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const touch = useMemo(() => matchMedia('(pointer: coarse), (max-width: 47.99rem)').matches, []);
  const rowPx = touch ? ROW_TOUCH_PX : ROW_PX;
  const [at, setAt] = useState<At>({ line: 0, column: 0 });
  const [editing, setEditing] = useState<{ typed?: string }>();
  const [focused, setFocused] = useState(false);
  const [anchor, setAnchor] = useState<number>();
  const virtual = useVirtualizer({ count: lines.length, getScrollElement: () => box.current, estimateSize: () => rowPx, overscan: 6, scrollMargin: rowPx, useFlushSync: false });
  const words = useMemo(() => ({ yes: t('yes'), no: t('no'), select: t('record-select') }), [t]);
  const totals = useMemo(() => columns.map((column) => subtotal(rows, column)), [columns, rows]);
  const place = { line: Math.min(at.line, Math.max(0, lines.length - 1)), column: Math.min(at.column, columns.length - 1) };
  const line = lines[place.line];
  const field = columns[place.column];
  const template = `${touch ? 44 : 56}px ${columns.map((column) => `${widths[column.name]}px`).join(' ')} minmax(24px, 1fr)`;

  useEffect(() => setEditing(undefined), [lines.length, columns.length]);
  const goTo = useCallback((to: At) => {
    setAt(to);
    virtual.scrollToIndex(to.line);
    requestAnimationFrame(() => {
      const host = box.current;
      const cell = host?.querySelector<HTMLElement>(`[data-line="${to.line}"][data-column="${to.column}"]`);
      if (!host || !cell) return;
      const left = cell.offsetLeft;
      const pinned = 220;
      if (left < host.scrollLeft + pinned && to.column > 0) host.scrollLeft = Math.max(0, left - pinned);
      else if (left + cell.offsetWidth > host.scrollLeft + host.clientWidth) host.scrollLeft = left + cell.offsetWidth - host.clientWidth + 8;
    });
  }, [virtual]);

  const edit = (typed?: string) => {
    if (line?.kind === 'group') return onFold(line.id);
    if (!line || !field || field.formula) return;
    if (field.type === 'image') return onOpen(line.row);
    if (field.type === 'boolean') return onChange(line.row, field, line.row.values[field.name] !== true);
    setEditing(typed === undefined ? {} : { typed });
  };
  const selectSpan = (from: number, to: number) => {
    const ids = new Set<string>();
    for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
      const found = lines[index];
      if (found?.kind === 'row') ids.add(found.row.id);
    }
    onSelect(ids);
  };
  const toggle = (rowId: string) => {
    const next = new Set(selected);
    if (!next.delete(rowId)) next.add(rowId);
    onSelect(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== box.current || event.nativeEvent.isComposing) return;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 400) / rowPx) - 2);
    const deed = deedOf(event, place, { lines: lines.length, columns: columns.length, page });
    if (!deed || !line) return;
    event.preventDefault();
    switch (deed.do) {
      case 'go':
        if (deed.extend && deed.to.line !== place.line) {
          selectSpan(anchor ?? place.line, deed.to.line);
          setAnchor(anchor ?? place.line);
        } else if (!deed.extend) setAnchor(undefined);
        goTo(deed.to);
        break;
      case 'edit': edit(deed.typed); break;
      case 'toggle': if (field?.type === 'boolean' || line.kind === 'group') edit(); else if (line.kind === 'row') toggle(line.row.id); break;
      case 'select': if (line.kind === 'row') toggle(line.row.id); break;
      case 'select-all': onSelect(new Set(rows.map((row) => row.id))); break;
      case 'clear': if (line.kind === 'row' && field && !field.formula) onChange(line.row, field, null); break;
      case 'delete': props.onDelete(selected.size ? [...selected] : line.kind === 'row' ? [line.row.id] : []); break;
      case 'open': if (line.kind === 'row') onOpen(line.row); break;
      case 'leave': onSelect(new Set()); break;
    }
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const select = target.closest<HTMLElement>('[data-select]')?.dataset.select ?? target.closest('.tg-mark')?.querySelector<HTMLElement>('[data-select]')?.dataset.select;
    if (select) {
      event.preventDefault();
      toggle(select);
      return;
    }
    const cell = target.closest<HTMLElement>('[data-line]');
    if (!cell || target.closest('.cell-input')) return;
    const to = { line: Number(cell.dataset.line), column: Number(cell.dataset.column ?? 0) };
    const found = lines[to.line];
    if (found?.kind === 'group') return onFold(found.id);
    if (touch && found) return onOpen(found.row);
    if (event.shiftKey) return selectSpan(place.line, to.line);
    const again = focused && to.line === place.line && to.column === place.column;
    setAt(to);
    box.current?.focus({ preventScroll: true });
    if (again && !editing) edit();
    else setEditing(undefined);
  };
  const copy = (event: ClipboardEvent) => {
    if (event.target !== box.current || !line) return;
    event.preventDefault();
    const many = rows.filter((row) => selected.has(row.id));
    const text = (row: RecordRow, column: Field) => {
      const value = column.formula ? row.computed?.[column.name] : row.values[column.name];
      return column.type === 'ref' ? cellText(row, column, locale, words, titles) : Array.isArray(value) ? value.join('; ') : String(value ?? '');
    };
    const table = many.length ? [columns.map((column) => column.label), ...many.map((row) => columns.map((column) => text(row, column)))]
      : line.kind === 'row' && field ? [[text(line.row, field)]] : [];
    event.clipboardData.setData('text/plain', toTsv(table));
  };
  const paste = (event: ClipboardEvent) => {
    if (event.target !== box.current) return;
    const text = event.clipboardData.getData('text/plain');
    if (!text) return;
    event.preventDefault();
    if (isTable(text) || !lines.length) props.onPasteTable(text, place.column);
    else if (line?.kind === 'row' && field && !field.formula) setEditing({ typed: text.trim() });
  };
  const items = virtual.getVirtualItems();
  // Cells stand still only where there is something to scroll sideways: each costs a layer of its own.
  const wide = columns.reduce((sum, column) => sum + (widths[column.name] ?? 0), (touch ? 44 : 56) + 24) > (virtual.scrollRect?.width ?? 0);
  return (
    <div
      ref={box} className={`tg scroll${wide ? ' tg-pinned' : ''}`} role="grid" tabIndex={0} aria-label={label} aria-rowcount={lines.length + 1} aria-colcount={columns.length + 1} aria-multiselectable
      aria-activedescendant={focused && line && !editing ? `${id}-${place.line}-${place.column}` : undefined}
      style={{ '--tg-row': `${rowPx}px`, '--tg-cols': template } as React.CSSProperties}
      onKeyDown={onKeyDown} onClick={onClick} onCopy={copy} onPaste={paste}
      onFocus={() => setFocused(true)} onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      <div role="row" aria-rowindex={1} className="tg-row tg-heads">
        <div role="columnheader" aria-colindex={1} className="tg-cell tg-mark">
          <label>
            <input
              type="checkbox" tabIndex={-1} aria-label={t('records-select-all')} checked={rows.length > 0 && selected.size >= rows.length}
              onChange={(event) => onSelect(event.target.checked ? new Set(rows.map((row) => row.id)) : new Set())}
            />
          </label>
        </div>
        {heads}
      </div>
      <div className="tg-body" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const found = lines[item.index];
          const active = focused && item.index === place.line ? place.column : -1;
          const top = item.start - rowPx;
          if (!found) return null;
          if (found.kind === 'group') {
            return (
              <div key={found.id} role="row" aria-rowindex={item.index + 2} aria-expanded={found.open} className="tg-row tg-group" style={{ transform: `translateY(${top}px)` }}>
                <div role="gridcell" className="tg-cell tg-mark" data-line={item.index}><Icon name={found.open ? 'down' : 'next'} size={16} /></div>
                {columns.map((column, index) => {
                  const sum = sumOf(found.group, column);
                  const key = found.group.key;
                  const name = key === null ? t('group-none') : groupField ? cellText({ id: '', entity: '', values: { [groupField.name]: key }, computed: { [groupField.name]: key } }, groupField, locale, words, titles) : '';
                  return (
                    <div key={column.name} id={`${id}-${item.index}-${index}`} role="gridcell" aria-colindex={index + 2} data-line={item.index} data-column={index} className={`tg-cell${index ? ' tg-num num' : ' tg-first'}${active === index ? ' tg-active' : ''}`}>
                      {index === 0 ? <><strong className="truncate">{name}</strong>&nbsp;<span className="muted num">{found.group.rows.length}</span></>
                        : sum ? <span title={t(`subtotal-${sum.kind}`)}>{sum.kind === 'mean' && '⌀ '}{formatValue(sum.value, { ...column, type: column.type === 'rating' || column.type === 'integer' ? 'number' : column.type }, locale)}</span> : ''}
                    </div>
                  );
                })}
              </div>
            );
          }
          const editor = active >= 0 && editing && field ? (
            <CellEditor
              field={field} value={found.row.values[field.name]} typed={editing.typed} options={options(field)}
              onCancel={() => {
                setEditing(undefined);
                box.current?.focus({ preventScroll: true });
              }}
              onKeep={(value, way) => {
                setEditing(undefined);
                if (JSON.stringify(value) !== JSON.stringify(found.row.values[field.name] ?? null)) onChange(found.row, field, value);
                if (way === 'stay') return;
                box.current?.focus({ preventScroll: true });
                const step = { down: [1, 0], up: [-1, 0], next: [0, 1], back: [0, -1] }[way] as [number, number];
                goTo({ line: Math.max(0, Math.min(lines.length - 1, place.line + step[0])), column: Math.max(0, Math.min(columns.length - 1, place.column + step[1])) });
              }}
            />
          ) : null;
          return (
            <Row
              key={found.id} id={id} row={found.row} number={found.at + 1} ariaRow={item.index + 2} line={item.index} columns={columns} active={active}
              editor={editor} isSelected={selected.has(found.row.id)} top={top} locale={locale} words={words} titles={titles}
            />
          );
        })}
      </div>
      <div role="row" className="tg-row tg-foot">
        <div role="gridcell" className="tg-cell tg-mark" />
        {columns.map((column, index) => {
          const sum = totals[index];
          return (
            <div key={column.name} role="gridcell" className={`tg-cell${index ? ' tg-num num' : ' tg-first'}`}>
              {sum ? <span title={t(`subtotal-${sum.kind}`)}>{sum.kind === 'mean' ? '⌀ ' : '∑ '}{formatValue(sum.value, { ...column, type: column.type === 'rating' || column.type === 'integer' ? 'number' : column.type }, locale)}</span>
                : index === 0 ? <span className="muted">{t('records-count', { count: rows.length })}</span> : ''}
            </div>
          );
        })}
      </div>
    </div>
  );
}
