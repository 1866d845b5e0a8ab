import { useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/** Whether the page has been idle since the component appeared. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    whenIdle(() => setIdle(true));
  }, []);
  return idle;
}
