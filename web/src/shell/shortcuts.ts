/** Keys that work everywhere: Ctrl/⌘ + K for the palette, Ctrl/⌘ + . to log something from any place. */
import { useEffect } from 'react';
import { showOverlay } from './overlay';

const mac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform || navigator.userAgent);

/** The modifier as it is written on this keyboard. */
export const modifier = (): string => (mac() ? '⌘ ' : 'Ctrl ');

export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(mac() ? event.metaKey : event.ctrlKey) || event.altKey || event.shiftKey || event.isComposing) return;
      const overlay = event.key.toLowerCase() === 'k' ? 'palette' : event.key === '.' ? 'capture' : undefined;
      if (!overlay) return;
      event.preventDefault();
      showOverlay({ name: overlay });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
