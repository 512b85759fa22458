import { beforeEach, describe, expect, it } from 'vitest';
import type { Entity, View } from '../src/api/types';
import { differing, placeOf, withView } from '../src/views/draft';
import { clampWidth, columnsOf, loadWidths, moved, naturalWidth, saveWidths } from '../src/views/table/columns';
import { deedOf, isTable, toTsv } from '../src/views/table/keys';

const entity: Entity = {
  name: 'e', label: 'E', fields: ['a', 'b', 'c'].map((name) => ({ name, label: name.toUpperCase(), type: 'text' as const })),
};
const view: View = { kind: 'table', entity: 'e' };

describe('columns', () => {
  it('are those of the view, else all; names that are gone are left out', () => {
    expect(columnsOf(entity, view).map((field) => field.name)).toEqual(['a', 'b', 'c']);
    expect(columnsOf(entity, { ...view, fields: ['c', 'gone', 'a'] }).map((field) => field.name)).toEqual(['c', 'a']);
  });
  it('move by steps and before others', () => {
    expect(moved(['a', 'b', 'c'], 'a', { steps: 1 })).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 'c', { steps: 9 })).toEqual(['a', 'b', 'c']);
    expect(moved(['a', 'b', 'c'], 'c', { before: 'a' })).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 'a', { before: 'c' })).toEqual(['b', 'c', 'a']);
  });
  it('keep their widths, within bounds, in this browser', () => {
    saveWidths('x', 'e', { a: 200, b: 5 });
    expect(loadWidths('x', 'e')).toEqual({ a: 200, b: clampWidth(5) });
    expect(loadWidths('y', 'e')).toEqual({});
    expect(naturalWidth({ name: 'x', label: 'タンパク質の一日の合計', type: 'number' })).toBeGreaterThan(naturalWidth({ name: 'x', label: 'kcal', type: 'number' }));
  });
});

describe('keys', () => {
  const key = (name: string, more = {}) => ({ key: name, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more });
  const press = (name: string, more = {}) => deedOf(key(name, more), { line: 5, column: 1 }, { lines: 100, columns: 3, page: 10 });
  it('move within the table', () => {
    expect(press('ArrowDown')).toEqual({ do: 'go', to: { line: 6, column: 1 } });
    expect(press('PageUp')).toEqual({ do: 'go', to: { line: 0, column: 1 } });
    expect(press('End', { ctrlKey: true })).toEqual({ do: 'go', to: { line: 99, column: 2 } });
    expect(press('ArrowUp', { shiftKey: true })).toEqual({ do: 'go', to: { line: 4, column: 1 }, extend: true });
  });
  it('edit, clear, select, and leave the rest to the browser', () => {
    expect(press('x')).toEqual({ do: 'edit', typed: 'x' });
    expect(press('あ')).toEqual({ do: 'edit', typed: 'あ' });
    expect(press('Enter')).toEqual({ do: 'edit' });
    expect(press('Delete')).toEqual({ do: 'clear' });
    expect(press('a', { metaKey: true })).toEqual({ do: 'select-all' });
    expect(press('c', { ctrlKey: true })).toBeUndefined();
    expect(press('Tab')).toBeUndefined();
    expect(press('ArrowDown', { altKey: true })).toBeUndefined();
  });
});

describe('the clipboard', () => {
  it('speaks with spreadsheets, and never hands them a formula', () => {
    expect(toTsv([['a', 'b\tc'], ['"q"', '=SUM(A1)'], ['-5', '+49 170 1']])).toBe('a\t"b\tc"\n"""q"""\t\'=SUM(A1)\n-5\t+49 170 1');
    expect(isTable('one')).toBe(false);
    expect(isTable('one\n')).toBe(false);
    expect(isTable('one\ttwo')).toBe(true);
    expect(isTable('one\ntwo')).toBe(true);
  });
});

describe('a view changed by hand', () => {
  beforeEach(() => localStorage.clear());
  it('is a draft only where it differs', () => {
    expect(differing({ ...view, sort: null }, { sort: null, group_by: 'a' })).toEqual({ group_by: 'a' });
    expect(differing({ ...view, fields: ['a'] }, { fields: ['a'] })).toEqual({});
  });
  it('finds its view in a version that somebody else published', () => {
    const chart: View = { kind: 'chart', entity: 'e' };
    expect(placeOf([chart, view], view, 0)).toBe(1);
    expect(placeOf([{ ...view, title: 'new' }, chart], view, 0)).toBe(0);
    expect(placeOf([chart], view, 0)).toBe(-1);
    const app = { id: 'x', name: 'X', icon: '', version: 3, entities: [entity], views: [chart, view] };
    expect(withView(app, 1, { group_by: 'a' }).views).toEqual([chart, { ...view, group_by: 'a' }]);
  });
});
