import { useEffect, useRef } from 'react';

/** Stops work in progress: on request, and when the component leaves the page. */
export function useStop() {
  const stopped = useRef(false);
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);
  return {
    isStopped: () => stopped.current,
    /** Lets new work run after a stop. */
    start: () => {
      stopped.current = false;
    },
    stop: () => {
      stopped.current = true;
    },
  };
}
