// @ts-nocheck Runs in the browser, which the settings of this side of the project do not know.
/** What is measured inside a page; each function runs in the browser. */

/** Presses ArrowDown and waits until the focus has moved. @returns {Promise<number[]>} milliseconds, sorted */
export async function keyPresses() {
  const first =
    document.querySelector('[role=treeitem][tabindex="0"]') ?? document.querySelector('[role=treeitem]');
  first.focus();
  const times = [];
  for (let index = 0; index < 60; index += 1) {
    const before = document.activeElement;
    const start = performance.now();
    before.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowDown', code: 'ArrowDown', bubbles: true }),
    );
    while (document.activeElement === before && performance.now() - start < 3000)
      await new Promise((r) => setTimeout(r));
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b);
}

/**
 * Types into a field; a letter costs the longest time that the page was busy at a stretch after it.
 * @param {{ label: string, texts: readonly string[] }} typed
 * @returns {Promise<number[]>} milliseconds, sorted
 */
export async function filterLetters({ label, texts }) {
  const input = document.querySelector(`input[aria-label="${label}"]`);
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  const times = [];
  for (const text of texts) {
    let longest = 0;
    const start = performance.now();
    let last = start;
    write.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    do {
      await new Promise((r) => setTimeout(r));
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    } while (last - start < 500);
    times.push(longest);
  }
  write.call(input, '');
  input.dispatchEvent(new Event('input', { bubbles: true }));
  return times.toSorted((a, b) => a - b);
}

/**
 * Presses keys in a list of records; each waits until another record has the focus, which may have to be loaded first.
 * @param {readonly string[]} keys
 * @returns {Promise<number[]>} milliseconds, sorted
 */
export async function recordKeys(keys) {
  const current = () => document.activeElement?.closest('[data-record]')?.dataset.record;
  document.querySelector('[data-record] a').focus();
  const times = [];
  for (const key of keys) {
    const before = current();
    const start = performance.now();
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true }));
    while ((current() === before || current() === undefined) && performance.now() - start < 10_000)
      await new Promise((r) => setTimeout(r));
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b);
}

/**
 * Searches a list of records; each text costs the time from its last letter until the first record shown holds it.
 * @param {{ label: string, texts: readonly string[] }} searched texts that are all found, none with the hits of another
 * @returns {Promise<number[]>} milliseconds, sorted
 */
export async function searchAnswers({ label, texts }) {
  const input = document.querySelector(`input[aria-label="${label}"]`);
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  const times = [];
  for (const text of texts) {
    const start = performance.now();
    write.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    const answered = () => {
      const first = document.querySelector('[data-record="0"]')?.textContent.toLowerCase() ?? '';
      return first.includes(text) && document.querySelector('[data-stale]') === null;
    };
    while (!answered() && performance.now() - start < 10_000) await new Promise((r) => setTimeout(r));
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b);
}

/** Opens every group and waits until the tree has grown. @returns {Promise<number>} milliseconds */
export async function expandAll() {
  const tree = document.querySelector('[role=tree]');
  const height = tree.scrollHeight;
  const start = performance.now();
  const button = [...document.querySelectorAll('button')].find(
    (candidate) => candidate.textContent === 'Expand all',
  );
  if (button) button.click();
  else globalThis.expandAll();
  while (tree.scrollHeight === height && performance.now() - start < 60_000)
    await new Promise((r) => setTimeout(r));
  return performance.now() - start;
}

/** Scrolls by 400 px a frame. @returns {Promise<number[]>} milliseconds between frames, sorted */
export async function scrollFrames() {
  const scroller = document.querySelector('[role=tree], [role=table]').parentElement;
  const times = [];
  let last = performance.now();
  for (let index = 0; index < 90; index += 1) {
    scroller.scrollTop += 400;
    await new Promise((r) => requestAnimationFrame(r));
    times.push(performance.now() - last);
    last = performance.now();
  }
  return times.toSorted((a, b) => a - b);
}

/** @returns {{ nodes: number, megabytes: number }} */
export function weight() {
  globalThis.gc?.();
  return { nodes: document.querySelectorAll('*').length, megabytes: performance.memory.usedJSHeapSize / 1e6 };
}

/** Begins to record how far the frame clock goes on from one frame to the next: what waits within a frame is no matter. */
export function recordFrames() {
  const frames = [];
  let last;
  globalThis.frames = frames;
  const next = (begun) => {
    if (last !== undefined) frames.push(begun - last);
    last = begun;
    if (globalThis.frames === frames) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

/** Ends the recording. @returns {number[]} milliseconds, sorted */
export function takeFrames() {
  const { frames } = globalThis;
  globalThis.frames = undefined;
  return frames.toSorted((a, b) => a - b);
}

/** @param {string} text @returns {boolean} whether a button says it */
export function hasText(text) {
  return [...document.querySelectorAll('button')].some((button) => button.textContent === text);
}

/**
 * Remembers jobs as the console does, for every other tab to follow.
 * @param {{ user: string, started: { path: string, title: string }[] }} jobs
 */
export function rememberJobs({ user, started }) {
  const now = Date.now();
  for (const { path, title } of started) {
    const state = { phase: 'running', timeline: [], trouble: '', checks: 0, unchanged: 0, failures: 0 };
    const job = { path, title, changes: ['groups'], user: 'admin', startedAt: now, nextAt: now, ...state };
    localStorage.setItem(`palisade-job ${user} ${path}`, JSON.stringify(job));
  }
}
