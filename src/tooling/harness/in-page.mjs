// @ts-nocheck Runs in the browser, but is compiled with the types for Node.
/** Measurements inside a page, in milliseconds. Added to every page as a script. */
{
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const active = () => document.activeElement;

  /** Does something, and waits until a condition is met. @returns the time */
  const until = async (act, isMet, limit = 10_000) => {
    const start = performance.now();
    act();
    // At least one task later, in which React draws the row; real keys come in tasks of their own, too.
    do await turn();
    while (!isMet() && performance.now() - start < limit);
    return performance.now() - start;
  };

  const forEach = async (values, measure) => {
    const times = [];
    for (const value of values) times.push(await measure(value));
    return times;
  };

  const press = (key) => () =>
    active().dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true }));

  const type = (label, text) => () => {
    const input = document.querySelector(`input[aria-label="${label}"]`);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };

  let frames = [];
  let recording = false;

  globalThis.bench = {
    /** Presses ArrowDown and waits until the focus has moved. */
    keyPresses: () => {
      const row = '[role=tree] [role=treeitem]';
      (document.querySelector(`${row}[tabindex="0"]`) ?? document.querySelector(row)).focus();
      return forEach(Array.from({ length: 60 }), () => {
        const before = active();
        return until(press('ArrowDown'), () => active() !== before, 3_000);
      });
    },

    /** Types into a field, and measures the longest block of the page's main thread after each letter. */
    filterLetters: async ({ label, texts }) => {
      const times = await forEach(texts, async (text) => {
        let longest = 0;
        let last = performance.now();
        const end = last + 500;
        type(label, text)();
        do {
          await turn();
          longest = Math.max(longest, performance.now() - last);
          last = performance.now();
        } while (last < end);
        return longest;
      });
      type(label, '')();
      return times;
    },

    /** Presses keys in a list of records, and waits until another record has focus, which might have to be loaded first. */
    recordKeys: (keys) => {
      const current = () => active()?.closest('[data-index]')?.dataset.index;
      document.querySelector('[data-index] a').focus();
      return forEach(keys, (key) => {
        const before = current();
        return until(press(key), () => ![before, undefined].includes(current()));
      });
    },

    /** Searches a list of records, and measures the time from the last letter until the first record contains the text. */
    searchTimes: ({ label, texts }) => {
      const first = () => document.querySelector('[data-index="0"]')?.textContent.toLowerCase() ?? '';
      const isFound = (text) => first().includes(text) && document.querySelector('[data-stale]') === null;
      return forEach(texts, (text) => until(type(label, text), () => isFound(text)));
    },

    /** Waits until a frame with everything drawn so far is painted. */
    nextFrame: () => frame().then(turn),

    /** Opens every group and waits until the tree has grown. */
    expandAll: () => {
      const tree = document.querySelector('[role=tree]');
      const height = tree.scrollHeight;
      const isButton = ({ textContent }) => textContent === 'Expand all';
      const button = [...document.querySelectorAll('button')].find(isButton);
      const expand = () => (button ? button.click() : globalThis.expandAll());
      return until(expand, () => tree.scrollHeight !== height, 60_000);
    },

    /** Scrolls by 400 px a frame. @returns the times between frames */
    scrollFrames: () => {
      const scroller = document.querySelector('[role=tree], [role=grid]').parentElement;
      let last = performance.now();
      return forEach(Array.from({ length: 90 }), async () => {
        scroller.scrollTop += 400;
        await frame();
        const before = last;
        last = performance.now();
        return last - before;
      });
    },

    weight: () => {
      globalThis.gc?.();
      const heap = performance.memory.usedJSHeapSize / 1e6;
      return { 'DOM nodes': document.querySelectorAll('*').length, 'heap MB': heap };
    },

    /** Starts recording the frame clock's time between frames; delays within a frame don't count. */
    recordFrames: () => {
      frames = [];
      recording = true;
      let last;
      const next = (begun) => {
        if (last !== undefined) frames.push(begun - last);
        last = begun;
        if (recording) requestAnimationFrame(next);
      };
      requestAnimationFrame(next);
    },

    takeFrames: () => {
      recording = false;
      return frames;
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
