/** Whether there is room for the app beside the chat. */
import { useSyncExternalStore } from 'react';

const query = typeof window === 'undefined' ? undefined : window.matchMedia('(min-width: 60rem)');

function subscribe(listener: () => void): () => void {
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

export const useWide = (): boolean => useSyncExternalStore(subscribe, () => query?.matches ?? true);

/** The same, outside React. */
export const isWide = (): boolean => query?.matches ?? true;
