import { useEffect } from 'react';

/**
 * Keeps the keyboard's focus near what had it when that disappears, as a button may do when it's pressed: unless something
 * else takes the focus until the next frame. If a list's item disappears, the focus moves to the same control of the next
 * one. What's only hidden, as while a page loads, gets it back. Not after a tap, which could open the on-screen keyboard.
 */
export function KeptFocus() {
  useEffect(() => {
    // What has the focus, and the elements around it, from the inside out.
    let path: Element[] = [];
    let besides: () => readonly HTMLElement[] = () => [];
    let frame = 0;
    let wasHidden = false;
    let keyIsDown = false;
    let wasTapped = false;
    const remember = (element: Element) => {
      path = withAncestors(element);
      besides = likeIn(element);
    };
    const forget = () => {
      path = [];
      wasHidden = false;
    };
    // A key that's held down would press what gets the focus, too.
    const isLost = () => !keyIsDown && !wasTapped && (wasHidden || path[0]?.isConnected === false);
    const keep = () => {
      frame = 0;
      if (!isLost()) return;
      if (document.activeElement === document.body)
        successor(path, besides())?.focus({ preventScroll: true });
      else forget();
    };
    const keepIfLost = () => {
      if (isLost()) frame ||= requestAnimationFrame(keep);
    };
    const observer = new MutationObserver(keepIfLost);
    // React hides what waits for data with a style.
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] });
    const listening = new AbortController();
    const on = <Name extends keyof WindowEventMap>(name: Name, run: (event: WindowEventMap[Name]) => void) =>
      addEventListener(name, run, { signal: listening.signal, capture: true });
    on('focusin', ({ target }) => {
      forget();
      if (target instanceof Element) remember(target);
    });
    on('focusout', ({ target }) => {
      wasHidden = target === path[0] && !path[0]?.checkVisibility();
    });
    on('pointerdown', ({ target, pointerType }) => {
      wasTapped = pointerType !== 'mouse';
      // A press on what has the focus doesn't move it.
      if (!path[0]?.contains(target as Node)) forget();
    });
    on('keydown', () => {
      keyIsDown = true;
      wasTapped = false;
      const { activeElement } = document;
      // A press may have left it where it was, as one on an option does.
      if (activeElement && activeElement !== document.body) remember(activeElement);
    });
    const release = () => {
      keyIsDown = false;
      keepIfLost();
    };
    on('keyup', release);
    // Not the blur of an element.
    on('blur', ({ target }) => target === window && release());
    return () => {
      listening.abort();
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
  return null;
}

// Not what only the pointer or arrow keys reach.
const control = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not([tabindex="-1"])';

/** Finds the same control of the list's next item, and of the previous one, once the element's own has disappeared. */
function likeIn(element: Element): () => readonly HTMLElement[] {
  const item = element.closest('li');
  if (!item) return () => [];
  const controlsOf = (around: Element | null) => [...(around?.querySelectorAll<HTMLElement>(control) ?? [])];
  const own = controlsOf(item);
  // Counted from the end: an item's last button removes it.
  const place = own.findIndex((each) => each === element) - own.length;
  const others = [item.nextElementSibling, item.previousElementSibling];
  return () =>
    item.isConnected
      ? []
      : others.flatMap((other) => (other?.isConnected ? (controlsOf(other).at(place) ?? []) : []));
}

/**
 * What gets the focus of an element that disappeared: itself if it's visible again, one of the same kind, the first control
 * in what's left around it, or the page's heading.
 */
function successor(path: readonly Element[], besides: readonly HTMLElement[]): HTMLElement | undefined {
  const [last] = path;
  if (last instanceof HTMLElement && last.isConnected) return last.checkVisibility() ? last : undefined;
  const heading = [...document.querySelectorAll<HTMLElement>('main h1')].find((each) =>
    each.checkVisibility(),
  );
  if (besides[0]) return besides[0];
  for (const around of path) {
    if (!around.isConnected) continue;
    if (around.contains(heading ?? document.body)) break;
    const controls = around.querySelectorAll<HTMLElement>(control);
    const first = [...controls].find((each) => each.checkVisibility() && !each.matches(':disabled'));
    if (first) return first;
  }
  return heading;
}

function withAncestors(element: Element): Element[] {
  const path: Element[] = [];
  for (let each: Element | null = element; each; each = each.parentElement) path.push(each);
  return path;
}
