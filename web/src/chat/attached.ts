/** Pictures that will go with the next words of a box: stored at the home at once, so that reload and crash lose none. */
import { useCallback, useSyncExternalStore } from 'react';
import { upload } from '../fields/images';
import type { Box } from './drafts';

/** The most pictures of one message; the home's own limit. */
export const MOST = 8;

const keyOf = (box: Box) => `calisson.draft.${box}.images`;
const listeners = new Set<() => void>();
const NONE: readonly string[] = [];
let cache: { raw: string; ids: readonly string[] } = { raw: '', ids: NONE };

function attachedTo(box: Box): readonly string[] {
  const raw = localStorage.getItem(keyOf(box)) ?? '';
  if (!raw) return NONE;
  if (cache.raw !== raw) cache = { raw, ids: raw.split(' ') };
  return cache.ids;
}

function put(box: Box, ids: readonly string[]): void {
  if (ids.length) localStorage.setItem(keyOf(box), ids.join(' '));
  else localStorage.removeItem(keyOf(box));
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The pictures among files. */
export const picturesOf = (files: FileList | null | undefined): File[] => [...(files ?? [])].filter((file) => file.type.startsWith('image/'));

/** Stores pictures and lets them go with the next words of the box; throws what went wrong. */
export async function attach(box: Box, files: readonly File[]): Promise<void> {
  for (const file of files) {
    const id = await upload(file);
    const there = attachedTo(box);
    if (!there.includes(id)) put(box, [...there, id].slice(0, MOST));
  }
}

/** The pictures of a box, and how to let go of one or of all. */
export function useAttached(box: Box) {
  const images = useSyncExternalStore(subscribe, () => attachedTo(box));
  const drop = useCallback((id: string) => put(box, attachedTo(box).filter((one) => one !== id)), [box]);
  const clear = useCallback(() => put(box, NONE), [box]);
  return { images, drop, clear };
}
