import { useState } from 'react';
import { inParallel } from './in-parallel.ts';
import { useStop } from './use-stop.ts';

/** How an action on one item went. */
export type BulkResult =
  | { state: 'running' }
  | { state: 'done' }
  | { state: 'job' }
  | { state: 'failed'; detail: readonly string[] };

/** Few, so that other people's requests aren't delayed. */
const maxInFlight = 4;

/**
 * Runs an action on each item. One that fails doesn't stop the others.
 * @param run returns `job` if a job continues it
 * @param sentencesOf what went wrong
 * @returns `results` by the items' keys, and `stop`, which starts no further item; those in progress are finished
 * @param onEnd called with the items that are done, and those that a job continues
 */
export function useBulkRun<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  run: (item: Item) => Promise<'done' | 'job'>,
  sentencesOf: (error: unknown) => readonly string[],
  onEnd: (done: readonly Item[], started: readonly Item[]) => void,
) {
  const [phase, setPhase] = useState<'waiting' | 'running' | 'ended'>('waiting');
  const [results, setResults] = useState<ReadonlyMap<string, BulkResult>>(new Map());
  const { isStopped, stop } = useStop();
  const start = async () => {
    setPhase('running');
    const ended = { done: [] as Item[], job: [] as Item[] };
    const set = (item: Item, result: BulkResult) =>
      setResults((before) => new Map(before).set(keyOf(item), result));
    const work = async (item: Item) => {
      set(item, { state: 'running' });
      try {
        const state = await run(item);
        ended[state].push(item);
        set(item, { state });
      } catch (error) {
        set(item, { state: 'failed', detail: sentencesOf(error) });
      }
    };
    await inParallel(items, maxInFlight, work, isStopped);
    setPhase('ended');
    onEnd(ended.done, ended.job);
  };
  return { phase, results, start: () => void start(), stop };
}
