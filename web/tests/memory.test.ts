/** What is remembered, counted and filtered. */
import { describe, expect, it } from 'vitest';
import type { Fact, Theme } from '../src/api/types';
import { byMonth, byTheme, filtered, speakers } from '../src/memory/facts';

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
