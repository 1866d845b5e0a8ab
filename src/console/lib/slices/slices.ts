/** Work that can pause. It yields after every fraction of a millisecond, and returns its result. */
export type Sliced<Result> = Generator<undefined, Result>;

/** Half of a frame at 60 Hz: the rest is for everything else. */
const sliceMilliseconds = 8;

/** Completes the work without pausing. */
export function runToEnd<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Works for one slice. @returns the result if that completes the work */
export function runSlice<Result>(work: Sliced<Result>): { result: Result } | undefined {
  const end = performance.now() + sliceMilliseconds;
  do {
    const step = work.next();
    if (step.done) return { result: step.value };
  } while (performance.now() < end);
  return undefined;
}

/**
 * Completes the work slice by slice, so that the page can handle input and paint after each one.
 * @throws the signal's reason once it's aborted
 */
export async function runInSlices<Result>(work: Sliced<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    await nextTask();
    signal?.throwIfAborted();
    const complete = runSlice(work);
    if (complete) return complete.result;
  }
}

/** Not by `setTimeout`, which would wait 4 ms each time. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
