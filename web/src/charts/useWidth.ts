/** The width of an element in pixels, as it changes. */
import { useEffect, useState, type RefObject } from 'react';

export function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(340);
  useEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const measure = () => setWidth(Math.max(220, element.clientWidth));
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, [box]);
  return width;
}
