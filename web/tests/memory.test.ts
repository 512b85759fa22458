/** What is remembered: counted, asked for, told apart by people. */
import { describe, expect, it } from 'vitest';
import type { Acquaintance, Overview } from '../src/api/types';
import { askOf, byMonth, byTheme, isDerived, isOver, relationName, relations, somebodies, speakers, strength, tierOf } from '../src/memory/facts';

const SOME: Overview = {
  counted: 6, tiers: { fact: 6, turn: 0, episode: 0, app: 0 }, people: [], pinned: 1, over: 0, turned: [], speakers: { me: 5, Ana: 1 },
  months: { '2025-11': { food: 1 }, '2026-01': { home: 1, other: 3, food: 1 } },
};

describe('what is remembered', () => {
  it('counts themes, everything else last', () => {
    expect(byTheme(SOME)).toEqual([{ key: 'food', count: 2 }, { key: 'home', count: 1 }, { key: 'other', count: 3 }]);
  });

  it('counts months over a new year, those without any too', () => {
    expect(byMonth(SOME)).toEqual([{ key: '2025-11', count: 1 }, { key: '2025-12', count: 0 }, { key: '2026-01', count: 5 }]);
    expect(byMonth(SOME, 2).map(({ key }) => key)).toEqual(['2025-12', '2026-01']);
    expect(byMonth({ ...SOME, months: {} })).toEqual([]);
  });

  it('asks for everything that was picked at once, a month by its days', () => {
    expect(askOf({ theme: 'food', month: '2028-02', pinned: true, person: 'Tom' }, '')).toEqual(
      { tier: 'fact', theme: 'food', person: 'Tom', pinned: true, since: '2028-02-01', until: '2028-02-29' });
    expect(askOf({ over: true, speaker: 'me', tier: 'turn' }, 'key')).toEqual({ tier: 'turn', q: 'key', over: true, speaker: 'me' });
  });

  it('lists facts, searches everything, and shows the kind that was picked', () => {
    expect([tierOf({}, ''), tierOf({}, 'key'), tierOf({ tier: 'episode' }, 'key')]).toEqual(['fact', 'all', 'episode']);
  });

  it('names speakers only when there are several', () => {
    expect(speakers(SOME)).toEqual(['Ana', 'me']);
    expect(speakers({ ...SOME, speakers: { me: 5 } })).toEqual([]);
  });
});

describe('who is who', () => {
  const one = (name: string, relation: string, memory_id: string, current = true): Acquaintance =>
    ({ name, person: name.toLowerCase(), relation, memory_id, current, text: '', at: '2026-01-01T00:00:00' });

  it('is a person each, who is no more what they were last', () => {
    const people = somebodies([one('Bruno', 'landlord', 'a', false), one('Lena', 'friend', 'b'), one('Lena', 'sister.older', 'c'), one('LENA', 'friend', 'd')]);
    expect(people.map(({ name }) => name)).toEqual(['Lena', 'Bruno']);
    expect(people.map(relations)).toEqual([['friend', 'sister.older'], ['landlord']]);
    expect(relationName('sister.older')).toBe('kin-sister-older');
  });

  it('tells what somebody is now before what they were', () => {
    const [lena] = somebodies([one('Lena', 'boss', 'a', false), one('Lena', 'friend', 'b')]);
    expect(relations(lena!)).toEqual(['friend']);
    expect(lena!.known.map(({ memory_id }) => memory_id)).toEqual(['b', 'a']);
  });
});

describe('what holds and how hard a passphrase is', () => {
  it('tells what is over, and what nobody said in these words', () => {
    const one = { id: 'a', text: 'I live in Paris', at: '2026-01-01T00:00', tier: 'fact' as const, valid_until: '2026-02-01T00:00:00' };
    expect(isOver(one, new Date('2026-01-15'))).toBe(false);
    expect(isOver(one, new Date('2026-03-01'))).toBe(true);
    expect([undefined, 'turn_1', 'app:app_1', 'summary:2026-01'].map((source) => isDerived({ ...one, ...(source && { source }) }))).toEqual([false, false, true, true]);
  });

  it('grows with length and kinds of characters', () => {
    const given = ['aaaaaaaaaaaa', 'password', 'correct horse battery', 'Correct horse, 7 batteries & staples'].map(strength);
    expect(given).toEqual([...given].sort());
    expect(given[0]).toBe(0);
    expect(given[3]).toBe(3);
  });
});
