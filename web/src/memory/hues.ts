/** The hue of each theme, 0 to 360, told from one another side by side; everything else has none. */
import type { Theme } from '../api/types';

const HUES: Partial<Record<Theme, number>> = {
  people: 25, home: 58, food: 105, money: 150, pets: 185, travel: 215, work: 258, leisure: 305, health: 350,
};

/** The class and style that give an element its theme's colours. */
export const inHue = (theme: Theme | undefined) =>
  theme && HUES[theme] !== undefined ? { hued: 'hued', style: { '--hue': HUES[theme] } as React.CSSProperties } : { hued: 'unhued', style: {} };
