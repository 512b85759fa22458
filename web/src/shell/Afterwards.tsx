/** Holds back what stands beside the place until the place itself is there: nothing is read any more, and the processor rests. */
import { useEffect, useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';

const LOOK_MS = 60;
const MOST_MS = 2_500;

export function Afterwards({ children, instead }: { children: ReactNode; instead: ReactNode }) {
  const client = useQueryClient();
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    const begun = performance.now();
    let idle = 0;
    const timer = setInterval(() => {
      const isLate = performance.now() - begun > MOST_MS;
      if (client.isFetching() && !isLate) return;
      clearInterval(timer);
      if ('requestIdleCallback' in window) idle = requestIdleCallback(() => setIsTime(true), { timeout: 500 });
      else setIsTime(true);
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
      if (idle) cancelIdleCallback(idle);
    };
  }, [client]);
  return isTime ? children : instead;
}
