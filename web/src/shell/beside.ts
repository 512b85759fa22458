/** Whether the chat stands beside an open app on wide screens, or the app has the whole page; kept in this browser. */
import { useSyncExternalStore } from 'react';

const KEY = 'calisson.app.whole';
const listeners = new Set<() => void>();

export function setBeside(beside: boolean): void {
  if (beside) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, '1');
  for (const listener of listeners) listener();
}

export const useBeside = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, () => localStorage.getItem(KEY) !== '1');
