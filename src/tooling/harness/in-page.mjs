// @ts-nocheck Runs in the browser, but is compiled with the types for Node.
/** Measurements inside a page, in milliseconds. Added to every page as a script. */
{
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let interactions = [];
  let frames;
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

  globalThis.bench = {
    /** The times from keys and clicks until the next paint, since the last call (Event Timing). Short ones aren't reported. */
    takeInteractions: async () => {
      // They're reported a moment after the paint.
      await new Promise((resolve) => setTimeout(resolve, 500));
      return interactions.splice(0);
    },

    /** Starts recording the frame clock's time between frames; delays within a frame don't count. */
    recordFrames: () => {
      const recorded = (frames = []);
      let last;
      const next = (begun) => {
        if (last !== undefined) recorded.push(begun - last);
        last = begun;
        if (recorded === frames) requestAnimationFrame(next);
      };
      requestAnimationFrame(next);
    },

    takeFrames: () => {
      const recorded = frames;
      frames = undefined;
      return recorded;
    },

    /** Scrolls by 400 px a frame. */
    scroll: async () => {
      const scroller = document.querySelector('[role=tree], [role=grid]').parentElement;
      for (let count = 0; count < 90; count += 1) {
        scroller.scrollTop += 400;
        await frame();
      }
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

    /** Stores jobs as the console does, so that every other tab follows them. */
    rememberJobs: ({ user, jobs }) => {
      const startedAt = Date.now();
      const common = { changes: ['groups'], user: 'admin', startedAt, nextAt: startedAt };
      const state = { phase: 'running', timeline: [], trouble: '', checks: 0, unchanged: 0, failures: 0 };
      for (const job of jobs)
        localStorage.setItem(
          `palisade-job ${user} ${job.path}`,
          JSON.stringify({ ...job, ...common, ...state }),
        );
    },
  };
}
