/** What is remembered, counted and filtered. */
import { describe, expect, it } from 'vitest';
import type { Fact, Theme } from '../src/api/types';
import { byMonth, byTheme, filtered, isOver, named, speakers, strength } from '../src/memory/facts';

const fact = (at: string, theme: Theme, more: Partial<Fact> = {}): Fact =>
  ({ id: `${at}${theme}`, text: theme, at: `${at}T12:00:00`, tier: 'fact', theme, ...more });
const FACTS = [
  fact('2026-01-05', 'home'), fact('2026-01-09', 'other'), fact('2025-11-30', 'food', { speaker: 'Ana' }),
  fact('2026-01-10', 'food', { pinned: true }), fact('2026-01-11', 'other'), fact('2026-01-12', 'other'),
];

describe('what is remembered', () => {
  it('counts themes, everything else last', () => {
    expect(byTheme(FACTS)).toEqual([{ key: 'food', count: 2 }, { key: 'home', count: 1 }, { key: 'other', count: 3 }]);
  });

  it('counts months over a new year, those without any too', () => {
    expect(byMonth(FACTS)).toEqual([{ key: '2025-11', count: 1 }, { key: '2025-12', count: 0 }, { key: '2026-01', count: 5 }]);
    expect(byMonth(FACTS, 2).map(({ key }) => key)).toEqual(['2025-12', '2026-01']);
    expect(byMonth([])).toEqual([]);
  });

  it('filters by everything that was picked at once', () => {
    expect(filtered(FACTS, { theme: 'food', month: '2026-01' })).toEqual([FACTS[3]]);
    expect(filtered(FACTS, { pinned: true, speaker: 'Ana' })).toEqual([]);
    expect(filtered(FACTS, {})).toEqual(FACTS);
  });

  it('names speakers only when there are several', () => {
    expect(speakers(FACTS)).toEqual(['Ana', 'me']);
    expect(speakers(FACTS.slice(0, 2))).toEqual([]);
  });
});

describe('what holds and how hard a passphrase is', () => {
  it('tells what is over, and narrows down to it', () => {
    const one = { id: 'a', text: 'I live in Paris', at: '2026-01-01T00:00', tier: 'fact' as const, valid_until: '2026-02-01T00:00:00', people: ['Tom'] };
    const two = { id: 'b', text: 'I live in Lyon', at: '2026-02-01T00:00', tier: 'turn' as const };
    expect(isOver(one, new Date('2026-01-15'))).toBe(false);
    expect(isOver(one, new Date('2026-03-01'))).toBe(true);
    expect(filtered([one, two], { over: true }).map(({ id }) => id)).toEqual(['a']);
    expect(filtered([one, two], { person: 'Tom' }).map(({ id }) => id)).toEqual(['a']);
    expect(filtered([one, two], { tier: 'turn' }).map(({ id }) => id)).toEqual(['b']);
    expect(named([one, one, two])).toEqual(['Tom']);
  });

  it('grows with length and kinds of characters', () => {
    const given = ['aaaaaaaaaaaa', 'password', 'correct horse battery', 'Correct horse, 7 batteries & staples'].map(strength);
    expect(given).toEqual([...given].sort());
    expect(given[0]).toBe(0);
    expect(given[3]).toBe(3);
  });
});
