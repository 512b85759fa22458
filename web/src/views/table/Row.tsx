/** One row of cells. Drawn again only when its record, its selection or its active cell changes. */
import { memo, type ReactNode } from 'react';
import type { Field, RecordRow } from '../../api/types';
import { formatValue } from '../../i18n/format';
import type { Locale } from '../../i18n/text';
import { Mark } from '../Mark';
import { NUMERIC } from '../rows';
import { valueOf } from '../titles';

interface Props {
  id: string;
  row: RecordRow;
  /** Number of the row among all, from 1. */
  number: number;
  ariaRow: number;
  line: number;
  columns: readonly Field[];
  /** Index of the active cell, or -1. */
  active: number;
  editor: ReactNode;
  isSelected: boolean;
  top: number;
  locale: Locale;
  words: { yes: string; no: string; select: string };
  titles: ReadonlyMap<string, string>;
}

/** A value as a cell shows it. */
export function cellText(row: RecordRow, field: Field, locale: Locale, words: { yes: string; no: string }, titles?: ReadonlyMap<string, string>): string {
  const value = valueOf(row, field);
  if (field.type === 'boolean' && typeof value === 'boolean') return value ? words.yes : words.no;
  if (field.type === 'ref' && typeof value === 'string') return titles?.get(value) ?? value;
  return formatValue(value, field, locale, words);
}

export const Row = memo(function Row({ id, row, number, ariaRow, line, columns, active, editor, isSelected, top, locale, words, titles }: Props) {
  return (
    <div role="row" aria-rowindex={ariaRow} aria-selected={isSelected} className={`tg-row${isSelected ? ' tg-selected' : ''}`} style={{ transform: `translateY(${top}px)` }}>
      <div role="gridcell" aria-colindex={1} className="tg-cell tg-mark">
        <label>
          <input type="checkbox" tabIndex={-1} data-select={row.id} checked={isSelected} readOnly aria-label={`${words.select} ${number}`} />
          <span className="tg-number num" aria-hidden="true">{number}</span>
        </label>
      </div>
      {columns.map((field, column) => {
        const here = active === column;
        const problem = row.errors?.[field.name];
        const text = problem ? '!' : cellText(row, field, locale, words, titles);
        return (
          <div
            key={field.name} role="gridcell" id={`${id}-${line}-${column}`} aria-colindex={column + 2} data-line={line} data-column={column}
            aria-readonly={field.formula ? true : undefined} title={text.length > 18 ? text : undefined}
            className={`tg-cell${NUMERIC.has(field.type) ? ' tg-num num' : ''}${here ? ' tg-active' : ''}${field.formula ? ' tg-computed' : ''}${column === 0 ? ' tg-first' : ''}`}
          >
            {column === 0 && <Mark id={row.id} />}
            {here && editor ? editor : field.type === 'choice' && text ? <span className="pill">{text}</span> : text}
          </div>
        );
      })}
    </div>
  );
});
