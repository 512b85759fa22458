import { describe, expect, it } from 'vitest';
import type { RecordRow } from '../src/api/types';
import { meeting } from '../src/offline/deliver';
import type { Waiting } from '../src/offline/items';
import { overlay } from '../src/offline/overlay';
import { statesOf } from '../src/offline/states';

const base = { key: 'k', at: '2026-03-03T12:00:00Z', home: 'h', app: 'a' };
const row: RecordRow = { id: 'r1', entity: 'meal', values: { energy: 100, name: 'soup' }, version: 1 };
const change = (more: Partial<Waiting> = {}): Waiting => ({ ...base, kind: 'change', record: 'r1', values: { energy: 200 }, base: row, ...more }) as Waiting;
const add = (more: Partial<Waiting> = {}): Waiting => ({ ...base, kind: 'add', entity: 'meal', values: { energy: 5 }, ...more }) as Waiting;
const refused = { kind: 'invalid', detail: 'no' } as const;

describe('how a record stands', () => {
  it('tells waiting, sending, refused and a conflict apart', () => {
    expect(statesOf([change()], undefined, []).get('r1')?.state).toBe('waiting');
    expect(statesOf([change()], 'k', []).get('r1')?.state).toBe('sending');
    expect(statesOf([change({ problem: refused })], 'k', []).get('r1')?.state).toBe('refused');
    expect(statesOf([change({ problem: { kind: 'conflict', detail: '', theirs: row } })], undefined, []).get('r1')?.state).toBe('conflict');
    expect(statesOf([], undefined, ['r2']).get('r2')?.state).toBe('sending');
    expect(statesOf([add()], undefined, []).get('waiting:k')?.state).toBe('waiting');
  });

  it('names what needs the person before what goes by itself', () => {
    const both = [change({ key: 'x', problem: refused }), change({ key: 'y' })];
    expect(statesOf(both, 'y', ['r1']).get('r1')).toMatchObject({ state: 'refused', item: { key: 'x' } });
  });
});

describe('what the home did not take', () => {
  it('stays in sight with the values of the person', () => {
    const page = overlay({ records: [row], total: 1 }, [change({ problem: refused }), add({ key: 'n', problem: refused })], 'a', {});
    expect(page.records.map((one) => one.values.energy)).toEqual([5, 200]);
    expect(page.total).toBe(2);
  });

  it('stands there once when it is laid over twice, and stays until the home is read again', () => {
    const once = overlay({ records: [row], total: 1 }, [add({ key: 'n' })], 'a', {});
    const twice = overlay(once, [add({ key: 'n' })], 'a', {});
    expect([twice.records.length, twice.total]).toEqual([2, 2]);
    expect(overlay(twice, [], 'a', {})).toBe(twice);
  });

  it('shows an entry whose deletion was refused', () => {
    const page = overlay({ records: [row], total: 1 }, [{ ...base, kind: 'remove', record: 'r1', problem: refused }], 'a', {});
    expect(page.records).toHaveLength(1);
  });
});

it('two changes meet only in fields that both changed to different values', () => {
  const mine = { energy: 200, name: 'stew' };
  expect(meeting(mine, row.values, { energy: 300, name: 'soup' })).toEqual(['energy']);
  expect(meeting(mine, row.values, { energy: 200, name: 'soup' })).toEqual([]);
});
