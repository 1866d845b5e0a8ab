import { useEffect } from 'react';

/** Puts the name of what is shown before the page's title in the window: "Acme · Groups · Palisade". */
export function useTitle(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return undefined;
    const before = document.title;
    const title = `${name} · ${before}`;
    document.title = title;
    return () => {
      // A page that came meanwhile has set its own.
      if (document.title === title) document.title = before;
    };
  }, [name]);
}
