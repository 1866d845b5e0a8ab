/** The longest delay on a page that's never idle. */
const idleTimeoutMs = 2000;

/** Calls `work` when the page is idle. */
export const whenIdle: (work: () => void) => void =
  // Not in every browser yet.
  typeof requestIdleCallback === 'function'
    ? (work) => requestIdleCallback(work, { timeout: idleTimeoutMs })
    : (work) => setTimeout(work);
