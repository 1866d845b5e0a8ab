import { useRef, useState } from 'react';
import { inParallel } from './in-parallel.ts';
import { useStop } from './use-stop.ts';

/** What an action on one item did: nothing yet if a job continues it. */
export type Outcome = 'done' | 'job' | UnknownOutcome;

/** It's unknown whether it was done. */
export interface UnknownOutcome {
  /** Why. */
  detail: readonly string[];
  /** Finds it out. @throws if nothing was done */
  check(): Promise<Outcome>;
}

/** How an action on one item went. */
export type BulkResult =
  | { state: 'running' }
  | { state: 'done' }
  | { state: 'job' }
  | { state: 'unknown'; detail: readonly string[] }
  | { state: 'failed'; detail: readonly string[] };

/** Few, so that other people's requests aren't delayed. */
const maxInFlight = 4;

/**
 * Runs an action on each item. One that fails doesn't stop the others; one with an unknown outcome is checked once.
 * @param sentencesOf what went wrong
 * @returns `results` by the items' keys, `stop`, which starts no further item; those in progress are finished; and
 *   `checkAgain` for items whose outcome is still unknown, `retryFailed` for those that failed
 * @param onEnd called with the items that are done now, and with all that are neither done nor a job's
 */
export function useBulkRun<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  run: (item: Item) => Promise<Outcome>,
  sentencesOf: (error: unknown) => readonly string[],
  onEnd: (done: readonly Item[], left: readonly Item[]) => void,
) {
  const [phase, setPhase] = useState<'waiting' | 'running' | 'ended'>('waiting');
  const [results, setResults] = useState<ReadonlyMap<string, BulkResult>>(new Map());
  const unknown = useRef(new Map<Item, UnknownOutcome>());
  const over = useRef(new Set<Item>());
  const { isStopped, stop } = useStop();
  const runAll = async (some: readonly Item[], outcomeOf: (item: Item) => Promise<Outcome>) => {
    setPhase('running');
    const done: Item[] = [];
    const set = (item: Item, result: BulkResult) =>
      setResults((before) => new Map(before).set(keyOf(item), result));
    const work = async (item: Item) => {
      set(item, { state: 'running' });
      unknown.current.delete(item);
      try {
        let outcome = await outcomeOf(item);
        if (typeof outcome === 'object') {
          set(item, { state: 'unknown', detail: outcome.detail });
          outcome = await outcome.check();
        }
        if (typeof outcome === 'object') {
          unknown.current.set(item, outcome);
          return set(item, { state: 'unknown', detail: outcome.detail });
        }
        if (outcome === 'done') done.push(item);
        over.current.add(item);
        set(item, { state: outcome });
      } catch (error) {
        set(item, { state: 'failed', detail: sentencesOf(error) });
      }
    };
    await inParallel(some, maxInFlight, work, isStopped);
    setPhase('ended');
    onEnd(
      done,
      items.filter((item) => !over.current.has(item)),
    );
  };
  return {
    phase,
    results,
    start: () => void runAll(items, run),
    stop,
    retryFailed: () =>
      void runAll(
        items.filter((item) => results.get(keyOf(item))?.state === 'failed'),
        run,
      ),
    checkAgain: () => {
      const checks = new Map(unknown.current);
      void runAll([...checks.keys()], async (item) => checks.get(item)?.check() ?? run(item));
    },
  };
}
