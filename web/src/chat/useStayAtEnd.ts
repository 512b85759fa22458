/** Keeps a scrolled list at its end while its content or its box grows, unless the person has scrolled up. */
import { useCallback, useEffect, useRef, type RefObject } from 'react';

const NEAR_PX = 80;

/** Returns a function that goes to the end at once. */
export function useStayAtEnd(log: RefObject<HTMLElement | null>, inner: RefObject<HTMLElement | null>): () => void {
  const atEnd = useRef(true);
  const toEnd = useCallback(() => {
    if (!log.current) return;
    atEnd.current = true;
    log.current.scrollTop = log.current.scrollHeight;
  }, [log]);
  useEffect(() => {
    const box = log.current;
    if (!box || !inner.current) return;
    const noted = () => {
      atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
    };
    const keep = new ResizeObserver(() => {
      if (atEnd.current) box.scrollTop = box.scrollHeight;
    });
    box.addEventListener('scroll', noted, { passive: true });
    keep.observe(inner.current);
    keep.observe(box);
    return () => {
      keep.disconnect();
      box.removeEventListener('scroll', noted);
    };
  }, [log, inner]);
  return toEnd;
}
