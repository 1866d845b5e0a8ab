import { useEffect, useMemo, useState } from 'react';
import { runInSlices, runSlice, type Sliced } from './slices.ts';

/**
 * The result of work that may take longer than a frame. If one slice completes it, the result is there immediately.
 * Otherwise the previous result is returned until the work is complete.
 * @param start starts the work; memoized by the caller
 */
export function useSliced<Result extends object>(start: () => Sliced<Result>): Result | undefined {
  const run = useMemo(() => {
    const work = start();
    return { work, result: runSlice(work)?.result };
  }, [start]);
  const [latest, setLatest] = useState(run.result);
  if (run.result && run.result !== latest) setLatest(run.result);
  useEffect(() => {
    if (run.result) return;
    const abort = new AbortController();
    runInSlices(run.work, abort.signal).then(
      (result) => {
        run.result = result;
        setLatest(result);
      },
      // Aborted by later work.
      () => undefined,
    );
    return () => abort.abort();
  }, [run]);
  return run.result ?? latest;
}
