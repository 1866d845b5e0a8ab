// @ts-nocheck Runs in the browser, but is compiled with the types for Node.
/** Measurements inside a page; each function runs in the browser. */

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
    // At least one task later, in which React draws the row; real keys come in tasks of their own, too.
    do await new Promise((r) => setTimeout(r));
    while (document.activeElement === before && performance.now() - start < 3000);
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b);
}

/**
 * Types into a field, and measures the longest block of the page's main thread after each letter.
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
 * Presses keys in a list of records, and waits until another record has focus, which might have to be loaded first.
 * @param {readonly string[]} keys
 * @returns {Promise<number[]>} milliseconds, sorted
 */
export async function recordKeys(keys) {
  const current = () => document.activeElement?.closest('[data-index]')?.dataset.index;
  document.querySelector('[data-index] a').focus();
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
 * Searches a list of records, and measures the time from the last letter until the first record contains the text.
 * @param {{ label: string, texts: readonly string[] }} searches texts with results, none of them in common with the next
 * @returns {Promise<number[]>} milliseconds, sorted
 */
export async function searchTimes({ label, texts }) {
  const input = document.querySelector(`input[aria-label="${label}"]`);
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  const times = [];
  for (const text of texts) {
    const start = performance.now();
    write.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    const answered = () => {
      const first = document.querySelector('[data-index="0"]')?.textContent.toLowerCase() ?? '';
      return first.includes(text) && document.querySelector('[data-stale]') === null;
    };
    while (!answered() && performance.now() - start < 10_000) await new Promise((r) => setTimeout(r));
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b);
}

/** Waits until a frame with everything drawn so far is painted. */
export async function nextFrame() {
  await new Promise((r) => requestAnimationFrame(() => setTimeout(r)));
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
  const scroller = document.querySelector('[role=tree], [role=grid]').parentElement;
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

/** Starts recording the frame clock's time between frames; delays within a frame don't count. */
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

/** Stops recording. @returns {number[]} milliseconds, sorted */
export function takeFrames() {
  const { frames } = globalThis;
  globalThis.frames = undefined;
  return frames.toSorted((a, b) => a - b);
}

/** @param {string} text @returns {boolean} whether a button has this text */
export function hasText(text) {
  return [...document.querySelectorAll('button')].some((button) => button.textContent === text);
}

/**
 * Stores jobs as the console does, so that every other tab follows them.
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
