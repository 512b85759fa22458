/**
 * What a tab shows. The library's own panel watches every change inside it to learn whether something there takes the
 * focus; under a table that scrolls this cost a third of the time of each frame, and every view here has such an element.
 */
import { useEffect, useRef, type ReactNode } from 'react';

/** Stands beside the list of tabs; the open tab gives it its name and points to it. */
export function Panel({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const panel = box.current;
    const tabs = panel?.parentElement;
    if (!panel || !tabs) return;
    const name = () => {
      const tab = tabs.querySelector(':scope > [role=tablist] [role=tab][aria-selected=true]');
      const id = tab?.getAttribute('aria-controls');
      if (!tab || !id || panel.id === id) return;
      panel.id = id;
      panel.setAttribute('aria-labelledby', tab.id);
      tab.scrollIntoView({ block: 'nearest', inline: 'center' });
    };
    name();
    // The library draws the tabs once it has collected them; this sees their list only, not what the panel shows.
    const seen = new MutationObserver(name);
    const list = tabs.querySelector(':scope > [role=tablist]');
    if (list) seen.observe(list, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-selected', 'aria-controls'] });
    return () => seen.disconnect();
  }, []);
  return <div ref={box} className="tab-panel" role="tabpanel">{children}</div>;
}
