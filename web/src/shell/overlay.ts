/** Which overlay is open over the whole page: the palette, quick capture, an entry by hand, a file, what waits, two changes that met, or the phone's further places. */
import { useSyncExternalStore } from 'react';
import type { PackageSource } from '../api/packages';

export type Overlay =
  | { name: 'palette' }
  | { name: 'capture' }
  | { name: 'more' }
  | { name: 'outbox' }
  | { name: 'conflict'; key: string }
  | { name: 'add'; app: { id: string; name: string } }
  | { name: 'take-in'; file: File }
  | { name: 'take-package'; from: PackageSource }
  | { name: 'take-from' }
  | undefined;

let open: Overlay;
const listeners = new Set<() => void>();

export function showOverlay(overlay: Overlay): void {
  open = overlay;
  for (const listener of listeners) listener();
}

export const hideOverlay = (): void => showOverlay(undefined);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useOverlay = (): Overlay => useSyncExternalStore(subscribe, () => open);
