/** The longest delay on a page that's never idle. */
const idleTimeoutMs = 2000;

/** Calls `work` when the page is idle. */
export function whenIdle(work: () => void): void {
  // Not in every browser yet.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: idleTimeoutMs });
  else setTimeout(work);
}
