import { useRef, useState } from 'react';
import { isNotOffered, isStatus } from '../../../client/errors.ts';
import { sentencesOf, UnknownOutcome } from '../../api/errors.ts';
import { inParallel } from '../../ui/bulk/in-parallel.ts';
import { useStop } from '../../ui/bulk/use-stop.ts';
import { queryClient } from '../../query-client.ts';
import type { Written } from '../write.ts';

/** How an action on one item went. */
export type BulkResult =
  | { state: 'running' | 'done' | 'job' }
  /** `gone` if the item no longer exists, so that repeating it is no use. */
  | { state: 'unknown' | 'failed' | 'gone'; detail: readonly string[] };

/** Few, so that other people's requests aren't delayed. */
const maxInFlight = 4;

const held = { state: 'failed', detail: ['Not tried, because others failed'] } as const;

/**
 * Runs an action on each item. One that fails doesn't stop the others.
 * @param rankOf items above 0 run one by one in the end, lower ranks first, and not after another one has failed
 * @returns `results` by the items' keys, `stop`, which starts no further item; those in progress are finished; and
 *   `tryAgain` for those that failed or whose outcome is unknown
 * @param onEnd called with the items that are done now, and with all that are neither done nor a job's
 */
export function useBulkRun<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  run: (item: Item) => Promise<Written<unknown>>,
  rankOf: (item: Item) => number,
  onEnd: (done: readonly Item[], left: readonly Item[]) => void,
) {
  const [phase, setPhase] = useState<'waiting' | 'running' | 'ended'>('waiting');
  const [results, setResults] = useState<ReadonlyMap<string, BulkResult>>(new Map());
  const over = useRef(new Set<Item>());
  /** Those to try again. */
  const failed = useRef(new Set<Item>());
  const isUnknown = useRef(false);
  const { isStopped, start, stop } = useStop();
  const runAll = async (some: readonly Item[]) => {
    setPhase('running');
    start();
    const done: Item[] = [];
    const set = (item: Item, result: BulkResult) =>
      setResults((before) => new Map(before).set(keyOf(item), result));
    const work = async (item: Item) => {
      set(item, { state: 'running' });
      failed.current.delete(item);
      try {
        const result = await run(item);
        if (result.done) done.push(item);
        over.current.add(item);
        set(item, { state: result.done ? 'done' : 'job' });
      } catch (error) {
        const detail = sentencesOf(error);
        const isGone = isStatus(error, 404) && !isNotOffered(error);
        if (!isGone) failed.current.add(item);
        const failure = error instanceof UnknownOutcome ? 'unknown' : 'failed';
        isUnknown.current ||= failure === 'unknown';
        set(item, { state: isGone ? 'gone' : failure, detail });
      }
    };
    const [first, last] = [
      some.filter((item) => rankOf(item) === 0),
      some.filter((item) => rankOf(item) > 0),
    ];
    await inParallel(first, maxInFlight, work, isStopped);
    for (const item of last.toSorted((a, b) => rankOf(a) - rankOf(b))) {
      if (isStopped()) break;
      const isHeld = [...failed.current].some((other) => other !== item);
      if (isHeld) set(item, held);
      else await work(item);
    }
    setPhase('ended');
    // The page may show what was written.
    if (isUnknown.current) void queryClient.invalidateQueries();
    isUnknown.current = false;
    onEnd(
      done,
      items.filter((item) => !over.current.has(item)),
    );
  };
  return {
    phase,
    results,
    start: () => void runAll(items),
    stop,
    tryAgain: () =>
      void runAll(items.filter((item) => /failed|unknown/.test(results.get(keyOf(item))?.state ?? ''))),
  };
}
