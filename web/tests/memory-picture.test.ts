/** Where the bubbles and bands of the memory's picture lie. */
import { describe, expect, it } from 'vitest';
import type { Overview } from '../src/api/types';
import { begun, bubbles, fitted, river } from '../src/memory/shapes';

const SOME: Overview = {
  counted: 6, tiers: { fact: 6, turn: 0, episode: 0, app: 0 }, pinned: 0, over: 1, speakers: { me: 6 },
  months: { '2025-11': { food: 1, home: 1 }, '2026-01': { home: 1, other: 1, food: 2 } },
  people: [{ name: 'Ana', relation: null, count: 2, themes: ['food'] }, { name: 'Tom', relation: null, count: 2, themes: ['other', 'food'] }],
  turned: [{ month: '2026-01', texts: ['fact 1'] }],
};
const NONE: Overview = { ...SOME, counted: 0, months: {}, people: [], turned: [] };

describe('the map of themes', () => {
  it('draws no bubble over another, all within its radius, the larger the more', () => {
    const { all, radius } = bubbles(SOME, 5);
    expect(all.map(({ key }) => key).sort()).toEqual(['Ana', 'Tom', 'food', 'home', 'other']);
    for (const a of all) {
      expect(Math.hypot(a.x, a.y) + a.r).toBeLessThanOrEqual(radius + 1e-6);
      for (const b of all) if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.r + b.r);
    }
    const size = (key: string) => all.find((one) => one.key === key)!.r;
    expect(size('food')).toBeGreaterThan(size('home'));
    expect(size('home')).toBeGreaterThan(size('other'));
  });

  it('ties people to the themes in which they are named, the most named ones only', () => {
    expect(bubbles(SOME, 5).ties).toEqual([{ theme: 'food', person: 'Ana' }, { theme: 'other', person: 'Tom' }, { theme: 'food', person: 'Tom' }]);
    expect(bubbles(SOME, 1).all.filter(({ theme }) => !theme).map(({ key }) => key)).toEqual(['Ana']);
    expect(bubbles(NONE, 5)).toEqual({ all: [], ties: [], radius: 1 });
  });
});

describe('the river of months', () => {
  it('has a band a theme in every month, also in those without any, and one edge lies on the next', () => {
    const { months, bands, reach } = river(SOME);
    expect(months).toEqual(['2025-11', '2025-12', '2026-01']);
    for (const { edges } of bands) expect(edges).toHaveLength(3);
    months.forEach((_, index) => {
      const edges = bands.map((band) => band.edges[index]!).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      edges.slice(1).forEach((edge, n) => expect(edge[0]).toBeCloseTo(edges[n]![1]));
      expect(edges[0]![0]).toBeCloseTo(-edges.at(-1)![1]);
      expect(edges.at(-1)![1]).toBeLessThanOrEqual(reach + 1e-9);
    });
    const wide = (index: number) => bands.reduce((sum, { edges }) => sum + edges[index]![1] - edges[index]![0], 0);
    expect(wide(0)).toBeCloseTo((3 * 2 + 0) / 4);
    expect(wide(1)).toBeCloseTo((2 + 0 + 4) / 4);
  });

  it('marks the months in which something took the place of something', () => {
    expect(river(SOME).turns).toEqual([{ month: '2026-01', texts: ['fact 1'] }]);
  });
});

describe('the words in a bubble', () => {
  it('stand on as many lines as fit, or are left out', () => {
    expect(fitted('Work and school', 60)).toEqual(['Work and', 'school']);
    expect(fitted('Everything else', 20)).toBeUndefined();
    expect(fitted('食べ物', 30)).toEqual(['食べ物']);
    expect(fitted('食べ物', 14)).toBeUndefined();
  });

  it('begin and are cut short where they do not fit', () => {
    expect(begun('neighbour', 24)).toBe('neig…');
    expect(begun('食べ物', 14)).toBe('食');
  });
});
