import { useEffect, useMemo, useState } from 'react';

/** Work that can be interrupted wherever it yields. */
export type Slices<Result> = Generator<undefined, Result>;

const sliceMilliseconds = 10;

/** Does all of some work. */
export function atOnce<Result>(work: Slices<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Does the next part of some work. @returns undefined if more is left */
function nextSlice<Result>(work: Slices<Result>): { value: Result } | undefined {
  const end = performance.now() + sliceMilliseconds;
  do {
    const step = work.next();
    if (step.done) return { value: step.value };
  } while (performance.now() < end);
  return undefined;
}

/**
 * The result of work that may take longer than a frame. It's begun when it's rendered, and what's left is done in further
 * tasks, so that keys and frames come between them; until then, the previous result stays.
 * @param begin has the same identity until other work is needed
 */
export function useSlices<Result>(begin: () => Slices<Result>): Result {
  const { work, first } = useMemo(() => {
    const begun = begin();
    return { work: begun, first: nextSlice(begun) };
  }, [begin]);
  const [result, setResult] = useState(() => first ?? { value: atOnce(work) });
  if (first && first !== result) setResult(first);
  useEffect(() => {
    if (first) return;
    // Unlike a timer, it isn't delayed.
    const channel = new MessageChannel();
    channel.port1.addEventListener('message', () => {
      const done = nextSlice(work);
      if (done) setResult(done);
      else channel.port2.postMessage(undefined);
    });
    channel.port1.start();
    channel.port2.postMessage(undefined);
    return () => channel.port1.close();
  }, [work, first]);
  return (first ?? result).value;
}
