import { useRouterState } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { hasReturned } from '../../lib/return-to.ts';
import { msg } from '../../lib/text.ts';
import { startOfList } from '../../ui/focus/start-of-list.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    toList?: number;
  }
}

/** Goes to a page's list instead of its heading, also if the page is open already. */
export const toList = () => ({ state: { toList: Date.now() } });

/** After this, a page's heading no longer takes the focus. */
const headingWaitMilliseconds = 10_000;

/** On navigation and after sign-in: sets the window title, announces it to screen readers and focuses the page's heading, or its list. */
export function RouteAnnouncer() {
  const title = useRouterState({
    select: (state) =>
      state.matches.findLast((match) => match.staticData.title !== undefined)?.staticData.title,
  });
  const atList = useRouterState({ select: (state) => state.resolvedLocation?.state.toList });
  const [announced, setAnnounced] = useState('');
  const first = useRef(true);
  // Before the page adds its record's name.
  useLayoutEffect(() => {
    if (title !== undefined) document.title = msg`${title} · Palisade`;
  }, [title]);
  useEffect(() => {
    if (title === undefined) return;
    const isOpened = first.current && !hasReturned();
    first.current = false;
    if (isOpened) return;
    setAnnounced(title);
    return focusStart(false);
  }, [title]);
  useEffect(() => (atList === undefined ? undefined : focusStart(true)), [atList]);
  return (
    <div aria-live="polite" className="visually-hidden">
      {announced}
    </div>
  );
}

/**
 * Focuses the page's heading, or the page until its heading has rendered.
 * @param inList focuses the page's list instead, once it has rendered
 * @returns a function that stops waiting
 */
function focusStart(inList: boolean): () => void {
  // Not that of `index.html`, which may still be there.
  const main = document.getElementById('main');
  // While a page loads, the previous one may still be there, hidden.
  const heading = () => [...(main?.querySelectorAll('h1') ?? [])].find((each) => each.checkVisibility());
  const start = () => (inList ? startOfList(main) : undefined) ?? heading();
  (start() ?? main)?.focus({ preventScroll: true });
  let frame = 0;
  const check = () => {
    frame = 0;
    const focused = document.activeElement;
    // Doesn't steal the focus if the user has moved it. A hidden element keeps it until the next frame.
    const elsewhere = !focused?.matches('#main, body, h1') && focused?.checkVisibility();
    if (!elsewhere) start()?.focus({ preventScroll: true });
  };
  // Once per frame: checking after each change would compute the styles each time.
  const waiting = new MutationObserver(() => {
    frame ||= requestAnimationFrame(check);
  });
  if (main) waiting.observe(main, { childList: true, subtree: true });
  const stop = setTimeout(() => waiting.disconnect(), headingWaitMilliseconds);
  return () => {
    clearTimeout(stop);
    cancelAnimationFrame(frame);
    waiting.disconnect();
  };
}
