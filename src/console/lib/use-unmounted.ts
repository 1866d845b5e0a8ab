import { useEffect, useRef, type RefObject } from 'react';

/** Whether the component has left the page, to stop its work. */
export function useUnmounted(): RefObject<boolean> {
  const unmounted = useRef(false);
  useEffect(() => {
    unmounted.current = false;
    return () => {
      unmounted.current = true;
    };
  }, []);
  return unmounted;
}
