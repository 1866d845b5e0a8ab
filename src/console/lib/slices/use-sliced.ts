import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { runInSlices, runSlice, runToEnd, type Sliced } from './slices.ts';

class Run<Result extends object> {
  /** Undefined until the work is complete. */
  result: Result | undefined;

  constructor(private readonly work: Sliced<Result>) {
    this.result = runSlice(work)?.result;
  }

  complete(): Result {
    this.result ??= runToEnd(this.work);
    return this.result;
  }

  async completeInSlices(signal: AbortSignal): Promise<Result> {
    const result = await runInSlices(this.work, signal);
    // Unless `complete` was faster.
    this.result ??= result;
    return this.result;
  }
}

/**
 * The result of work that may take longer than a frame. If one slice completes it, the result is there immediately.
 * Otherwise the previous result is returned until the work is complete.
 * @param start starts the work; memoized by the caller
 * @returns the result, and a function for event handlers that need the current one: it completes the work and renders
 */
export function useSliced<Result extends object>(
  start: () => Sliced<Result>,
): { result: Result | undefined; settle(): void } {
  const run = useMemo(() => new Run(start()), [start]);
  const [latest, setLatest] = useState(run.result);
  if (run.result && run.result !== latest) setLatest(run.result);
  useEffect(() => {
    if (run.result) return;
    const abort = new AbortController();
    // It's aborted by later work.
    run.completeInSlices(abort.signal).then(setLatest, () => undefined);
    return () => abort.abort();
  }, [run]);
  const settle = () => {
    if (!run.result) flushSync(() => setLatest(run.complete()));
  };
  return { result: run.result ?? latest, settle };
}
