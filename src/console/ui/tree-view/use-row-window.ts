import { useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Rows before and after those in view, so that they're there when they scroll into view. */
const overscan = 12;

/**
 * Which rows of equal height are in or near the view of their scroll container.
 * @returns the first one and the one after the last
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
  count: number,
): { from: number; to: number } {
  const [view, setView] = useState({ first: 0, end: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const update = () => {
      const first = Math.floor(element.scrollTop / rowHeight);
      const end = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight);
      setView((before) => (before.first === first && before.end === end ? before : { first, end }));
    };
    update();
    // Before the next frame, which would be blank otherwise.
    const onScroll = () => flushSync(update);
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, rowHeight]);
  const inView = view.end - view.first;
  // There may be fewer rows by now.
  const first = Math.max(0, Math.min(view.first, count - inView));
  return { from: Math.max(0, first - overscan), to: Math.min(count, first + inView + overscan) };
}
