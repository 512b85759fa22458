/**
 * What a tab shows. The library's own panel watches every change inside it to learn whether something there takes the
 * focus; under a table that scrolls this cost a third of the time of each frame, and every view here has such an element.
 */
import { useEffect, useRef, type ReactNode } from 'react';

/** `chosen` is the key of the tab that is open: its name is the panel's, and it points to the panel. */
export function Panel({ chosen, children }: { chosen: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = box.current?.parentElement?.querySelector('[role=tab][aria-selected=true]');
    if (!box.current || !tab) return;
    box.current.id = tab.getAttribute('aria-controls') ?? `${tab.id}-panel`;
    tab.setAttribute('aria-controls', box.current.id);
    box.current.setAttribute('aria-labelledby', tab.id);
  }, [chosen]);
  return <div ref={box} className="tab-panel" role="tabpanel">{children}</div>;
}
