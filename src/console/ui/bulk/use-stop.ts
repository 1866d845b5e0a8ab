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
    /** Before work that follows what was stopped. */
    start: () => {
      stopped.current = false;
    },
    stop: () => {
      stopped.current = true;
    },
  };
}
