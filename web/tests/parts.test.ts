import { describe, expect, it } from 'vitest';
import { parseBlock } from '../src/api/sse';
import { problemOf } from '../src/api/problems';
import { freeName } from '../src/app/EditApp';
import { groupReminders } from '../src/due/due';
import { daysBetween, parseNaive } from '../src/i18n/dates';
import { formatDuration, formatQuantity, formatValue } from '../src/i18n/format';
import { addressOf, parsePlace } from '../src/shell/router';

const locale = { language: 'de', tz: 'Europe/Berlin', currency: 'EUR' };

describe('values as people read them', () => {
  it('writes numbers, money and durations in the language', () => {
    expect(formatQuantity(1234.5, null, 'de')).toBe('1.234,5');
    expect(formatValue(12.5, { name: 'a', label: 'a', type: 'money' }, locale)).toContain('12,50');
    expect(formatDuration(95, 'en')).toContain('1');
    expect(formatValue(null, { name: 'a', label: 'a', type: 'text' }, locale)).toBe('');
  });
  it('never moves a naive time by the browser zone', () => {
    expect(parseNaive('2026-03-29T02:30')?.toISOString()).toBe('2026-03-29T02:30:00.000Z');
    expect(daysBetween(parseNaive('2026-02-28')!, parseNaive('2026-03-01')!)).toBe(1);
    expect(parseNaive('nonsense')).toBeUndefined();
  });
});

describe('addresses', () => {
  it('go there and back', () => {
    for (const place of [{ name: 'today' }, { name: 'chat' }, { name: 'chat', turn: 't%1' }, { name: 'memory' }, { name: 'history', app: 'a b' }, { name: 'gallery', idea: 'x' }, { name: 'apps' }, { name: 'runs' }, { name: 'runs', run: 'run/1' }, { name: 'app', app: 'a/b' }, { name: 'app', app: 'x', view: 2 }] as const) {
      expect(parsePlace(addressOf(place))).toEqual(place);
    }
    expect(parsePlace('#/whatever')).toEqual({ name: 'today' });
  });
});

describe('the wire', () => {
  it('reads one event', () => {
    expect(parseBlock('event: X\ndata: {"a":1}')).toEqual({ event: 'X', data: { a: 1 } });
    expect(parseBlock(': comment')).toBeUndefined();
  });
  it('knows what a status means', () => {
    expect(problemOf(409, { detail: 'x' }).kind).toBe('conflict');
    expect(problemOf(422, { errors: [{ field: 'calories', message: 'no' }] }).fields).toEqual({ calories: 'no' });
  });
});

describe('names and groups', () => {
  it('finds a free field name for any script', () => {
    expect(freeName('Sugar (g)', [])).toBe('sugar_g');
    expect(freeName('砂糖', [])).toBe('field');
    expect(freeName('Sugar', [{ name: 'sugar', label: '', type: 'text' }])).toBe('sugar_2');
  });
  it('sorts reminders by when they come', () => {
    const now = parseNaive('2026-03-04T12:00')!;
    const groups = groupReminders([
      { id: '1', text: 'a', next: '2026-03-04T11:00' },
      { id: '2', text: 'b', next: '2026-03-04T18:00' },
      { id: '3', text: 'c', next: '2026-03-05T08:00' },
      { id: '4', text: 'd', next: null },
    ], 'UTC', now);
    expect([groups.due.length, groups.today.length, groups.later.length]).toEqual([1, 1, 1]);
  });
});
