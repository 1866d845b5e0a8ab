import { useCallback, useState } from 'react';

/** How many of a list are drawn before it is known which of them are in view. */
export const drawnAtOnce = 20;

interface NearView {
  near: boolean;
  /** How high the element was when it last came near or went away, in pixels. */
  height: number | undefined;
}

/**
 * Whether an element is in view, or will be after a little scrolling: what is far away needs no drawing.
 * @param initially what to take for true before it has been looked at
 */
export function useNearView(initially: boolean): [(element: Element | null) => void, NearView] {
  const [view, setView] = useState<NearView>({ near: initially, height: undefined });
  const ref = useCallback((element: Element | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry) return;
        const { isIntersecting: near, boundingClientRect } = entry;
        setView((before) => (before.near === near ? before : { near, height: boundingClientRect.height }));
      },
      // The margin widens the box that scrolls, and only where that is named.
      { root: element.closest('[role=dialog], main'), rootMargin: '400px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, view];
}
