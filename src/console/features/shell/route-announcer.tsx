import { useRouterState } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** A page that takes longer shows its heading without the focus. */
const headingWaitMilliseconds = 10_000;

/** On a new page: its title in the window and for screen readers, and the focus on its heading. */
export function RouteAnnouncer() {
  const title = useRouterState({
    select: (state) =>
      state.matches.findLast((match) => match.staticData.title !== undefined)?.staticData.title,
  });
  const [said, setSaid] = useState('');
  const first = useRef(true);
  // Before the page adds the name of what it shows.
  useLayoutEffect(() => {
    if (title !== undefined) document.title = `${title} · Palisade`;
  }, [title]);
  useEffect(() => {
    if (title === undefined) return;
    if (first.current) {
      first.current = false;
      return;
    }
    setSaid(title);
    return focusHeading();
  }, [title]);
  return (
    <div aria-live="polite" className="visually-hidden">
      {said}
    </div>
  );
}

/**
 * Focuses the heading of the page; where it is not there yet, the page, until it is.
 * @returns the way to stop waiting
 */
function focusHeading(): () => void {
  const main = document.querySelector<HTMLElement>('main');
  // While a page is on its way, that before it may still be there, hidden.
  const heading = () => [...(main?.querySelectorAll('h1') ?? [])].find(isShown);
  (heading() ?? main)?.focus({ preventScroll: true });
  const waiting = new MutationObserver(() => {
    const focused = document.activeElement;
    // Whoever has gone elsewhere meanwhile stays there. What is hidden keeps the focus until the next frame.
    const elsewhere = focused !== main && focused !== document.body && focused !== null && isShown(focused);
    if (!elsewhere) heading()?.focus({ preventScroll: true });
  });
  if (main) waiting.observe(main, { childList: true, subtree: true });
  const stop = setTimeout(() => waiting.disconnect(), headingWaitMilliseconds);
  return () => {
    clearTimeout(stop);
    waiting.disconnect();
  };
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}
