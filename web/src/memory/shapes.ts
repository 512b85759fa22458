/** Where the bubbles and the bands of the memory's picture lie. Pure: numbers in, numbers out. */
import { packEnclose, packSiblings } from 'd3-hierarchy';
import { stack, stackOffsetSilhouette, stackOrderInsideOut, type SeriesPoint } from 'd3-shape';
import type { Overview, Theme } from '../api/types';
import { byMonth, byTheme } from './facts';

/** A theme, or somebody whom the memory names. */
export interface Bubble {
  /** The theme's name, or the person's. */
  key: string;
  theme?: Theme;
  /** What the person is to the one whose memory it is, where they are not named. */
  relation?: string | null;
  count: number;
  x: number;
  y: number;
  r: number;
}

/** A theme in which somebody is named. */
export interface Tie {
  theme: Theme;
  person: string;
}

/** The smallest bubble beside the largest one, so that it can still be hit with a finger. */
const LEAST = 0.45;
const GAP = 0.06;

/** Themes and people as bubbles by how much is remembered of them, around 0, 0, and which of them belong together. */
export function bubbles(some: Overview, people: number): { all: Bubble[]; ties: Tie[]; radius: number } {
  const themes = byTheme(some);
  const names = some.people.slice(0, people);
  const most = Math.max(1, ...themes.map(({ count }) => count));
  const size = (count: number) => Math.max(LEAST, Math.sqrt(count / most)) + GAP;
  const placed = packSiblings([
    ...themes.map(({ key, count }) => ({ key: key as string, theme: key, count, r: size(count) })),
    ...names.map(({ name, relation, count }) => ({ key: name, relation, count, r: LEAST + GAP })),
  ] as Bubble[]);
  const around = placed.length ? packEnclose(placed) : { x: 0, y: 0, r: 1 };
  const all = placed.map((one) => ({ ...one, x: one.x - around.x, y: one.y - around.y, r: one.r - GAP }));
  const ties = names.flatMap(({ name, themes: about }) => about.map((theme) => ({ theme, person: name })));
  return { all, ties, radius: around.r };
}

export interface River {
  months: string[];
  /** A band a theme: its lower and upper edge in every month, around 0. */
  bands: { theme: Theme; edges: SeriesPoint<Record<string, number>>[] }[];
  /** How far the bands reach to either side. */
  reach: number;
  /** Months in which something took an earlier thing's place, with what was said. */
  turns: { month: string; texts: string[] }[];
}

/**
 * What was said by month and theme, as bands that lie around a middle line (Havre et al. 2002, 'ThemeRiver'). Each
 * month takes a quarter of either neighbour, so that a single month is a swell and no spike; the months' labels count.
 */
export function river(some: Overview): River {
  const months = byMonth(some).map(({ key }) => key);
  const themes = byTheme(some).map(({ key }) => key);
  const counts = months.map((month) => Object.fromEntries(themes.map((key) => [key, some.months[month]?.[key] ?? 0])) as Record<string, number>);
  const at = (index: number, key: string) => counts[Math.max(0, Math.min(counts.length - 1, index))]?.[key] ?? 0;
  const rows = counts.map((_, index) =>
    Object.fromEntries(themes.map((key) => [key, (at(index - 1, key) + 2 * at(index, key) + at(index + 1, key)) / 4])));
  const bands = stack<Record<string, number>>().keys(themes).offset(stackOffsetSilhouette).order(stackOrderInsideOut)(rows)
    .map((edges) => ({ theme: edges.key as Theme, edges: [...edges] }));
  const reach = Math.max(0.5, ...bands.flatMap(({ edges }) => edges.flatMap(([low, high]) => [Math.abs(low), Math.abs(high)])));
  return { months, bands, reach, turns: some.turned.filter(({ month }) => months.includes(month)) };
}

const wide = (text: string) => [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 12 : 7), 0);

/** The words of a label on at most `most` lines that fit a circle of this radius at 12 pixels; none when they do not fit. */
export function fitted(label: string, radius: number, most = 2): string[] | undefined {
  const words = label.split(' ');
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && wide(`${last} ${word}`) <= 1.7 * radius) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const fits = lines.length <= most && lines.every((line) => wide(line) <= 1.65 * radius) && (lines.length + 1) * 15 <= 1.8 * radius;
  return fits ? lines : undefined;
}

/** The beginning of a label that fits a circle of this radius on one line, with an ellipsis; its first letter at least. */
export function begun(label: string, radius: number): string {
  const letters = [...label];
  for (let most = letters.length - 1; most > 1; most--) {
    const some = `${letters.slice(0, most).join('').trimEnd()}…`;
    if (wide(some) <= 1.5 * radius) return some;
  }
  return letters[0] ?? '';
}
