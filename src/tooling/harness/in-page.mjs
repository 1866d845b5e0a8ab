// @ts-nocheck Runs in the browser, but is compiled with the types for Node.
/** Measurements inside a page, in milliseconds. Added to every page as a script. */
{
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let interactions = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (['keydown', 'click'].includes(name)) interactions.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });

  let shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const blocked = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) blocked.push(duration);
  }).observe({ type: 'longtask' });

  /** Not the placeholders in `index.html`. */
  const content = '#root :is(form button[type=submit]:enabled, main h1)';
  const shown = new Promise((resolve) => {
    const check = () =>
      document.querySelector(content) ? resolve(performance.now()) : requestAnimationFrame(check);
    check();
  });

  globalThis.bench = {
    /** When the page's content was shown. Playwright's own waiting would take time from a page that's loading. */
    contentShown: () => shown,

    /** The times from keys and clicks until the next paint, since the last call (Event Timing). Short ones aren't reported. */
    takeInteractions: async () => {
      // They're reported a moment after the paint.
      await new Promise((resolve) => setTimeout(resolve, 500));
      return interactions.splice(0);
    },

    /** Scrolls by 400 px a frame. @returns the frame clock's times between frames; delays within a frame don't count */
    scroll: async () => {
      const scroller = document.querySelector('[role=tree], [role=grid]').parentElement;
      const begun = [];
      for (let count = 0; count < 90; count += 1) {
        scroller.scrollTop += 400;
        begun.push(await frame());
      }
      return begun.slice(1).map((at, index) => at - begun[index]);
    },

    /** Starts waiting for a press and the heading that it leads to. */
    expectHeading: (text) => {
      let pressed;
      addEventListener('pointerdown', () => (pressed = performance.now()), { once: true, capture: true });
      globalThis.shown = new Promise((resolve) => {
        const check = () => {
          if (pressed === undefined || document.querySelector('main h1')?.textContent !== text)
            return requestAnimationFrame(check);
          resolve(performance.now() - pressed);
        };
        check();
      });
    },

    takeShown: () => globalThis.shown,

    layoutShift: () => shift,

    /** How long tasks took that blocked the page, since it was opened. */
    longTasks: () => blocked.splice(0),

    weight: () => {
      globalThis.gc?.();
      const heap = performance.memory.usedJSHeapSize / 1e6;
      return { 'DOM nodes': document.querySelectorAll('*').length, 'heap MB': heap };
    },
  };
}
