import { describe, expect, it } from 'vitest';
import type { Entity, RecordRow, Values } from '../src/api/types';
import { patched, settled } from '../src/views/data';
import { filterRows, fold, groupRows, linesOf, sortRows, subtotal } from '../src/views/rows';

const entity: Entity = {
  name: 'meal', label: 'Meal', title_field: 'food', time_field: 'at',
  fields: [
    { name: 'food', label: 'Food', type: 'text' },
    { name: 'kcal', label: 'Calories', type: 'quantity', unit: 'kcal' },
    { name: 'stars', label: 'Stars', type: 'rating' },
    { name: 'kind', label: 'Kind', type: 'choice', choices: [{ value: 'lunch' }, { value: 'breakfast' }] },
    { name: 'tags', label: 'Tags', type: 'multi_choice' },
    { name: 'at', label: 'When', type: 'datetime' },
    { name: 'ok', label: 'OK', type: 'boolean' },
    { name: 'twice', label: 'Twice', type: 'number', formula: 'kcal * 2' },
  ],
};
const row = (id: string, values: Values, computed: Values = {}): RecordRow => ({ id, entity: 'meal', values, computed });
const rows = [
  row('a', { food: 'Äpfel', kcal: 90, kind: 'breakfast', tags: ['sweet', 'raw'], at: '2026-03-02T08:00', ok: true }, { twice: 180 }),
  row('b', { food: 'Suppe 10', kcal: 300, stars: 4, kind: 'lunch', at: '2026-03-02T12:00', ok: false }, { twice: 600 }),
  row('c', { food: 'suppe 9', stars: 2, kind: 'lunch', tags: ['sweet'], at: '2026-03-01T12:00' }),
];
const ids = (list: readonly RecordRow[]) => list.map((one) => one.id).join('');
const reads = (one: RecordRow) => fold(Object.values(one.values).join(' '));
const where = (...conditions: [string, never | string, unknown?][]) =>
  ids(filterRows(rows, conditions.map(([field, op, value]) => ({ field, op: op as 'eq', value })), '', entity, reads));

describe('order', () => {
  it('sorts by number, language and the order of choices; what is empty comes last both ways', () => {
    expect(ids(sortRows(rows, { field: 'kcal', descending: true }, entity, 'de'))).toBe('bac');
    expect(ids(sortRows(rows, { field: 'kcal', descending: false }, entity, 'de'))).toBe('abc');
    expect(ids(sortRows(rows, { field: 'food', descending: false }, entity, 'de'))).toBe('acb');
    expect(ids(sortRows(rows, { field: 'kind', descending: false }, entity, 'de'))).toBe('bca');
    expect(ids(sortRows(rows, { field: 'twice', descending: true }, entity, 'de'))).toBe('bac');
    expect(sortRows(rows, { field: 'gone', descending: true }, entity, 'de')).toBe(rows);
  });
});

describe('filters', () => {
  it('compare what is stored', () => {
    expect(where(['kcal', 'ge', 300])).toBe('b');
    expect(where(['kcal', 'lt', '300'])).toBe('a');
    expect(where(['kcal', 'empty'])).toBe('c');
    expect(where(['kind', 'in', ['lunch']], ['stars', 'gt', 2])).toBe('b');
    expect(where(['tags', 'eq', 'Sweet'])).toBe('ac');
    expect(where(['tags', 'lacks', 'raw'])).toBe('bc');
    expect(where(['ok', 'eq', true])).toBe('a');
    expect(where(['at', 'eq', '2026-03-02'])).toBe('ab');
    expect(where(['at', 'lt', '2026-03-02'])).toBe('c');
    expect(where(['food', 'contains', 'SUPPE'])).toBe('bc');
    expect(where(['gone', 'eq', 1])).toBe('abc');
  });
  it('search for every word in any order, whatever the case or width', () => {
    expect(ids(filterRows(rows, [], '１０ suppe', entity, reads))).toBe('b');
    expect(ids(filterRows(rows, [], '  ', entity, reads))).toBe('abc');
  });
});

describe('groups', () => {
  it('take times by day, latest first, and several choices each', () => {
    expect(groupRows(rows, entity.fields[5]!, 'en').map((group) => [group.key, ids(group.rows)])).toEqual([['2026-03-02', 'ab'], ['2026-03-01', 'c']]);
    expect(groupRows(rows, entity.fields[4]!, 'en').map((group) => [group.key, ids(group.rows)])).toEqual([['raw', 'a'], ['sweet', 'ac'], [null, 'b']]);
  });
  it('have subtotals: sums where numbers add up, means where they do not', () => {
    expect(subtotal(rows, entity.fields[1]!)).toEqual({ value: 390, kind: 'sum' });
    expect(subtotal(rows, entity.fields[2]!)).toEqual({ value: 3, kind: 'mean' });
    expect(subtotal(rows, entity.fields[0]!)).toBeUndefined();
    expect(subtotal([rows[2]!], entity.fields[1]!)).toBeUndefined();
    expect(subtotal([row('x', { kcal: 0.1 }), row('y', { kcal: 0.2 })], entity.fields[1]!)?.value).toBe(0.3);
  });
  it('fold', () => {
    const groups = groupRows(rows, entity.fields[3]!, 'en');
    const lines = linesOf(rows, groups, new Set(['group:string:lunch']));
    expect(lines.map((line) => line.kind)).toEqual(['group', 'group', 'row']);
    expect(linesOf(rows, undefined, new Set()).map((line) => line.kind === 'row' && line.at)).toEqual([0, 1, 2]);
  });
});

describe('writes are shown at once and put right by the answer', () => {
  it('patches and settles', () => {
    const shown = patched(rows, { change: [{ id: 'a', values: { kcal: 1 } }], remove: ['b'] });
    expect(ids(shown)).toBe('ac');
    expect(shown[0]!.values.kcal).toBe(1);
    expect(rows[0]!.values.kcal).toBe(90);
    const done = settled(shown, { added: [row('n', {})], changed: [row('a', { kcal: 2 }, { twice: 4 })], removed: ['c'], turn_id: 't' });
    expect(ids(done)).toBe('na');
    expect(done[1]!.computed).toEqual({ twice: 4 });
  });
});
