import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/** On a new page: its title in the window and for screen readers, and the focus on its heading. */
export function RouteAnnouncer() {
  const title = useRouterState({
    select: (state) =>
      state.matches.findLast((match) => match.staticData.title !== undefined)?.staticData.title,
  });
  const [said, setSaid] = useState('');
  const first = useRef(true);
  useEffect(() => {
    if (title === undefined) return;
    document.title = `${title} · Palisade`;
    if (first.current) {
      first.current = false;
      return;
    }
    setSaid(title);
    const target =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    target?.focus({ preventScroll: true });
  }, [title]);
  return (
    <div aria-live="polite" className="visually-hidden">
      {said}
    </div>
  );
}
