/** The colours of the design: every pair that text or a shape is drawn in, measured as WCAG 2.2 asks. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync('src/ui/tokens.css', 'utf8');
const design = readFileSync('../docs/design.md', 'utf8');
const colours = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(([, name, light, dark]) => [name, [light, dark]]),
);

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(over: string, under: string, theme: 0 | 1): number {
  const [a, b] = [over, under].map((name) => luminance(colours.get(name)?.[theme] ?? '')) as [number, number];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const GROUNDS = ['bg', 'surface', 'raised', 'sunken'];
const TEXT = ['ink', 'ink-2', 'accent-ink', 'glow-ink', 'danger', 'warn'];
const pairs: [string, string, number][] = [
  ...TEXT.flatMap((over) => GROUNDS.map((under): [string, string, number] => [over, under, 4.5])),
  ...['accent', 'glow', 'line-strong'].flatMap((over) => GROUNDS.map((under): [string, string, number] => [over, under, 3])),
  ['on-accent', 'accent', 4.5], ['on-accent', 'accent-press', 4.5], ['ink', 'accent-soft', 4.5], ['ink-2', 'accent-soft', 4.5],
  ['accent-ink', 'accent-soft', 4.5], ['glow-ink', 'glow-soft', 4.5], ['danger', 'danger-soft', 4.5], ['warn', 'warn-soft', 4.5],
];

describe('colour tokens', () => {
  it.each(pairs)('--%s on --%s has at least %d : 1 in both themes', (over, under, least) => {
    expect(contrast(over, under, 0)).toBeGreaterThanOrEqual(least);
    expect(contrast(over, under, 1)).toBeGreaterThanOrEqual(least);
  });

  it('has the figures that the design page shows', () => {
    const rows = [...design.matchAll(/^\| `--([\w-]+)` on `--([\w-]+)` \| ([\d.]+) \| ([\d.]+) \|/gm)];
    expect(rows.length).toBeGreaterThan(8);
    for (const [, over = '', under = '', light, dark] of rows) {
      expect(`${over}/${under} ${contrast(over, under, 0).toFixed(1)}`).toBe(`${over}/${under} ${light}`);
      expect(`${over}/${under} ${contrast(over, under, 1).toFixed(1)}`).toBe(`${over}/${under} ${dark}`);
    }
  });
});
