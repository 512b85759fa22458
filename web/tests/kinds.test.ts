import { describe, expect, it } from 'vitest';
import type { Entity, Field, RecordRow, Values } from '../src/api/types';
import { imageAddress, fitted } from '../src/fields/images';
import { parseNaive } from '../src/i18n/dates';
import { boardField, columnsFor } from '../src/views/board';
import { doneValue, isDone } from '../src/views/ChecklistView';
import { initial } from '../src/views/FormView';
import { byDay, momentField, movedBy, movedTo } from '../src/views/moment';
import { sheetFor, spotIn, spotOf } from '../src/views/places';
import { sparkOf, trendOf } from '../src/views/spark';

const field = (name: string, type: Field['type'], more: Partial<Field> = {}): Field => ({ name, label: name, type, ...more });
const entity: Entity = {
  name: 'e', label: 'E', title_field: 'what', time_field: 'at',
  fields: [field('what', 'text'), field('at', 'datetime'), field('kind', 'choice', { choices: [{ value: 'todo', label: 'To do' }, { value: 'done' }] }), field('n', 'number'), field('where', 'place')],
};
const row = (id: string, values: Values): RecordRow => ({ id, entity: 'e', values });
const now = parseNaive('2026-03-04T10:00')!;

describe('form', () => {
  it('starts with defaults, and now for the time of a log', () => {
    expect(initial(entity, now)).toEqual({ at: '2026-03-04T10:00' });
    expect(initial({ ...entity, done_field: 'kind' }, now)).toEqual({});
    expect(initial({ ...entity, time_field: null, fields: [field('d', 'date', { default: 'today' }), field('x', 'number', { default: 3 })] }, now)).toEqual({ d: '2026-03-04', x: 3 });
  });
});

describe('calendar', () => {
  const at = entity.fields[1]!;
  it('goes by the time field, else the first date', () => {
    expect(momentField(entity)?.name).toBe('at');
    expect(momentField({ ...entity, time_field: null })?.name).toBe('at');
    expect(momentField({ ...entity, fields: [entity.fields[0]!] })).toBeUndefined();
  });
  it('orders days and the times in them', () => {
    const rows = [row('a', { at: '2026-03-02T12:00' }), row('b', { at: '2026-03-01T09:00' }), row('c', { at: '2026-03-02T08:00' }), row('d', {})];
    expect(byDay(rows, at, entity).map(([day, list]) => [day, list.map((one) => one.id).join('')])).toEqual([['2026-03-01', 'b'], ['2026-03-02', 'ca']]);
    expect(byDay(rows, at, entity, true)[0]![0]).toBe('2026-03-02');
  });
  it('moves an entry and keeps its time of day', () => {
    expect(movedTo('2026-03-02T08:30', '2026-03-05', at)).toBe('2026-03-05T08:30');
    expect(movedTo('2026-03-02T08:30', '2026-03-05', at, 14)).toBe('2026-03-05T14:30');
    expect(movedTo('', '2026-03-05', at)).toBe('2026-03-05T12:00');
    expect(movedTo('2026-03-02', '2026-03-05', field('d', 'date'))).toBe('2026-03-05');
    expect(movedBy('ArrowDown', '2026-02-27')).toBe('2026-03-06');
    expect(movedBy('ArrowLeft', '2026-03-01')).toBe('2026-02-28');
    expect(movedBy('Enter', '2026-03-01')).toBeUndefined();
  });
});

describe('board', () => {
  const words = { none: 'None', yes: 'Yes', no: 'No' };
  it('has a column for each choice in its order, then others, and first those without', () => {
    const rows = [row('a', { kind: 'done' }), row('b', {}), row('c', { kind: 'later' })];
    expect(columnsFor(rows, entity.fields[2]!, words).map((one) => [one.label, one.rows.length])).toEqual([['None', 1], ['To do', 0], ['done', 1], ['later', 1]]);
    expect(columnsFor([], entity.fields[2]!, words).map((one) => one.label)).toEqual(['To do', 'done']);
    expect(columnsFor([row('a', {})], field('ok', 'boolean'), words).map((one) => [one.label, one.rows.length])).toEqual([['No', 1], ['Yes', 0]]);
  });
  it('goes by the view’s field, else a choice, else a yes or no', () => {
    expect(boardField(entity, { kind: 'board', entity: 'e', group_by: 'what' })?.name).toBe('what');
    expect(boardField(entity, { kind: 'board', entity: 'e' })?.name).toBe('kind');
    expect(boardField({ ...entity, fields: [entity.fields[3]!] }, { kind: 'board', entity: 'e' })).toBeUndefined();
  });
});

describe('checklist', () => {
  it('knows done by a yes, a day or the last choice, and sets it so', () => {
    const kind = entity.fields[2]!;
    expect([isDone(kind, 'done'), isDone(kind, 'todo'), isDone(field('d', 'date'), '2026-01-01'), isDone(field('b', 'boolean'), false), isDone(undefined, true)]).toEqual([true, false, true, false, false]);
    expect([doneValue(kind, true, now), doneValue(kind, false, now), doneValue(field('d', 'date'), true, now), doneValue(field('d', 'date'), false, now)]).toEqual(['done', 'todo', '2026-03-04', null]);
  });
});

describe('map', () => {
  it.each([
    ['47.37, 8.54', 47.37, 8.54], ['Zürich (47.37,8.54)', 47.37, 8.54], ['47.37° N, 8.54° E', 47.37, 8.54], ['33.9 S 18.4 E', -33.9, 18.4], ['geo:-33.9,18.4', -33.9, 18.4],
    ['https://www.openstreetmap.org/#map=12/47.37/8.54', 47.37, 8.54], ['https://maps.example/place/@47.37,8.54,12z', 47.37, 8.54], ['10, 20', 10, 20],
  ])('finds %s', (text, lat, lon) => expect(spotOf(text)).toEqual({ lat, lon }));
  it.each(['Main Street 12, 8000 Zürich', 'Room 3,5', '123.4, 500.2', '', '12 May'])('finds nothing in %s', (text) => expect(spotOf(text)).toBeUndefined());
  it('reads latitude and longitude fields too', () => {
    const two: Entity = { ...entity, fields: [field('lat', 'number'), field('lon', 'number')] };
    expect(spotIn(row('a', { lat: 1, lon: 2 }), two)).toEqual({ lat: 1, lon: 2 });
    expect(spotIn(row('a', { lat: 1 }), two)).toBeUndefined();
  });
  it('lays every place inside the sheet, north up and east right', () => {
    const spots = [{ lat: 47, lon: 8 }, { lat: 52.5, lon: 13.4 }, { lat: 46, lon: 7 }];
    const sheet = sheetFor(spots, 400, 300);
    for (const { lat, lon } of spots) {
      expect(sheet.x(lon)).toBeGreaterThan(0);
      expect(sheet.x(lon)).toBeLessThan(400);
      expect(sheet.y(lat)).toBeGreaterThan(0);
      expect(sheet.y(lat)).toBeLessThan(300);
    }
    expect(sheet.y(52.5)).toBeLessThan(sheet.y(46));
    expect(sheet.x(13.4)).toBeGreaterThan(sheet.x(7));
    expect(sheet.lats.length).toBeGreaterThan(1);
    expect(Number.isFinite(sheetFor([{ lat: 1, lon: 1 }], 400, 300).x(1))).toBe(true);
  });
});

describe('numbers over time', () => {
  const rows = [row('a', { at: '2026-03-04T08:00', n: 5 }), row('b', { at: '2026-03-04T09:00', n: 1 }), row('c', { at: '2026-03-02T09:00', n: 2 }), row('d', { at: '2025-01-01T09:00', n: 99 })];
  const metric = { name: 'm', entity: 'e', aggregate: 'sum', field: 'n', period: 'day' };
  it('are told for each of the last periods', () => {
    expect(sparkOf(rows, entity, metric, now, 3)).toEqual([2, 0, 6]);
    expect(sparkOf(rows, entity, { ...metric, aggregate: 'mean' }, now, 3)).toEqual([2, null, 3]);
    expect(sparkOf(rows, entity, { ...metric, aggregate: 'last' }, now, 3)).toEqual([2, null, 1]);
    expect(sparkOf(rows, entity, { ...metric, aggregate: 'count', field: null, period: 'month' }, now, 3)).toEqual([0, 0, 3]);
    expect(sparkOf(rows, entity, { ...metric, aggregate: 'streak' }, now, 3)).toBeUndefined();
    expect(sparkOf(rows, entity, { ...metric, where: [{ field: 'n', op: 'gt', value: 1 }] }, now, 3)).toEqual([2, 0, 5]);
  });
  it('rise or fall against what is usual, once there is a usual', () => {
    expect(trendOf([0, 0, 10, 10, 15])).toBeCloseTo(0.5);
    expect(trendOf([0, 0, 0, 5])).toBeUndefined();
    expect(trendOf([null, 4, 4, null])).toBeUndefined();
  });
});

describe('pictures', () => {
  it('are fetched from the home only, and made to fit', () => {
    expect(imageAddress('a'.repeat(64), true)).toContain('small=true');
    expect(imageAddress('https://elsewhere.example/x.png')).toBeUndefined();
    expect(fitted(4000, 3000, 2048)).toEqual({ width: 2048, height: 1536 });
    expect(fitted(10, 10, 480)).toEqual({ width: 10, height: 10 });
  });
});

describe('a view by hand', () => {
  it('offers only kinds that its fields can fill', async () => {
    const { kindsFor, tidied } = await import('../src/views/ViewOptions');
    const app = { id: 'x', name: 'X', icon: '', version: 1, entities: [entity], views: [] };
    expect(kindsFor(entity, app)).toContain('calendar');
    expect(kindsFor({ ...entity, fields: [entity.fields[0]!] }, app)).not.toContain('calendar');
    expect(kindsFor(entity, app)).not.toContain('stat');
    expect(kindsFor(entity, { ...app, metrics: [{ name: 'm' }] })).toContain('stat');
    const chart = tidied({ kind: 'chart', entity: 'e', chart: 'bar', split_by: 'kind', group_by: 'weekday', where: [{ field: 'n', op: 'gt', value: null }, { field: 'n', op: 'filled' }] }, entity);
    expect(chart).toMatchObject({ split_by: null, group_by: 'weekday', where: [{ field: 'n', op: 'filled' }] });
    expect(tidied({ ...chart, kind: 'table', span: 'year', compare: true, fields: ['n', 'gone'] }, entity)).toMatchObject({ chart: null, span: null, compare: false, group_by: null, fields: ['n'] });
  });
});
