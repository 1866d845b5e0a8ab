import { startTransition, useEffect, useMemo, useState } from 'react';

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

/** Work of which some may be left. */
class Work<Result> {
  /** The result, once all of it is done. */
  done: { value: Result } | undefined;

  constructor(private readonly slices: Slices<Result>) {}

  /** Does the next part. @returns the result if that was the last one */
  continueFor(milliseconds: number): { value: Result } | undefined {
    const end = performance.now() + milliseconds;
    while (!this.done) {
      const step = this.slices.next();
      if (step.done) this.done = { value: step.value };
      else if (performance.now() >= end) break;
    }
    return this.done;
  }

  finish(): { value: Result } {
    return this.done ?? (this.done = { value: atOnce(this.slices) });
  }

  /** Does what's left in further tasks, so that keys and frames come between them. @returns a function that ends it */
  continueLater(onDone: (done: { value: Result }) => void, onError?: (error: unknown) => void): () => void {
    // Unlike a timer, it isn't delayed.
    const channel = new MessageChannel();
    channel.port1.addEventListener('message', () => {
      try {
        const done = this.continueFor(sliceMilliseconds);
        if (done) onDone(done);
        else channel.port2.postMessage(undefined);
      } catch (error) {
        if (!onError) throw error;
        onError(error);
      }
    });
    channel.port1.start();
    channel.port2.postMessage(undefined);
    return () => channel.port1.close();
  }
}

/** Does some work that may take longer than a frame. */
export function inSlices<Result>(work: Slices<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = new Work(work).continueLater(
      ({ value }) => {
        stop();
        resolve(value);
      },
      (error) => {
        stop();
        reject(error);
      },
    );
  });
}

/**
 * The result of work that may take longer than a frame. It's begun when it's rendered, and what's left is done later; until
 * then, the previous result stays. The first result is awaited.
 * @param begin has the same identity until other work is needed
 * @returns the result, and whether it's still the previous one
 */
export function useSlices<Result>(begin: () => Slices<Result>): [result: Result, pending: boolean] {
  const work = useMemo(() => {
    const begun = new Work(begin());
    begun.continueFor(sliceMilliseconds);
    return begun;
  }, [begin]);
  const [result, setResult] = useState(() => work.finish());
  if (work.done && work.done !== result) setResult(work.done);
  useEffect(() => {
    if (work.done) return undefined;
    // Drawing the result may take long, too.
    return work.continueLater((done) => startTransition(() => setResult(done)));
  }, [work]);
  return [(work.done ?? result).value, !work.done];
}
