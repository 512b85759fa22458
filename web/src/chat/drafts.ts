/** What is typed and not sent yet, by box: kept in this browser at every keystroke, so that reload and crash lose nothing. */
import { useCallback, useSyncExternalStore } from 'react';

export type Box = 'chat' | 'today' | 'capture';

const KEYS: Record<Box, string> = { chat: 'calisson.draft', today: 'calisson.draft.today', capture: 'calisson.draft.capture' };
const listeners = new Set<() => void>();

export const draftOf = (box: Box): string => localStorage.getItem(KEYS[box]) ?? '';

/** Puts words into a box. */
export function setDraft(box: Box, text: string): void {
  try {
    if (text) localStorage.setItem(KEYS[box], text);
    else localStorage.removeItem(KEYS[box]);
  } catch {
    memory.set(box, text); // no room left on this device: the words live as long as the page
  }
  for (const listener of listeners) listener();
}
const memory = new Map<Box, string>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDraft(box: Box): [string, (text: string) => void] {
  const text = useSyncExternalStore(subscribe, () => memory.get(box) ?? draftOf(box));
  const set = useCallback((next: string) => {
    memory.delete(box);
    setDraft(box, next);
  }, [box]);
  return [text, set];
}
