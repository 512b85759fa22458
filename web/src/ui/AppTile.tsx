/** An app's icon on its own colour, the same everywhere the app appears. */
import type { CSSProperties } from 'react';

/** A hue from the app's id, so that an app keeps its colour. */
export function hueOf(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return (hash % 12) * 30 + 10;
}

export function AppTile({ id, icon, size = 'm' }: { id: string; icon: string; size?: 'xs' | 's' | 'm' | 'l' }) {
  return (
    <span className={`hued tile tile-${size}`} style={{ '--hue': hueOf(id) } as CSSProperties} aria-hidden="true">
      {icon}
    </span>
  );
}
