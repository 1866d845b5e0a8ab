import { useRef, useState } from 'react';
import { isNotOffered, isStatus, NotDone, sentencesOf } from '../../api/errors.ts';
import { inParallel } from '../../ui/bulk/in-parallel.ts';
import { useStop } from '../../ui/bulk/use-stop.ts';
import { findLost, unknownText, type LostWrite, type WriteResult } from '../write.ts';

/** How an action on one item went. */
export type BulkResult =
  | { state: 'running' | 'done' | 'job' }
  /** `gone` if the item no longer exists, so that repeating it is no use. */
  | { state: 'unknown' | 'failed' | 'gone'; detail: readonly string[] };

/** Few, so that other people's requests aren't delayed. */
const maxInFlight = 4;

const held = { state: 'failed', detail: ['Not tried, because others failed'] } as const;

/**
 * Runs an action on each item. One that fails doesn't stop the others; one whose response is lost is read back once.
 * @param rankOf items above 0 run one by one in the end, lower ranks first, and not after another one has failed
 * @returns `results` by the items' keys, `stop`, which starts no further item; those in progress are finished; and
 *   `checkAgain` for items whose outcome is still unknown, `retryFailed` for those that failed
 * @param onEnd called with the items that are done now, and with all that are neither done nor a job's
 */
export function useBulkRun<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  run: (item: Item) => Promise<WriteResult<unknown>>,
  rankOf: (item: Item) => number,
  onEnd: (done: readonly Item[], left: readonly Item[]) => void,
) {
  const [phase, setPhase] = useState<'waiting' | 'running' | 'ended'>('waiting');
  const [results, setResults] = useState<ReadonlyMap<string, BulkResult>>(new Map());
  const unknown = useRef(new Map<Item, LostWrite<unknown>>());
  const over = useRef(new Set<Item>());
  /** Those to retry or to check again. */
  const failed = useRef(new Set<Item>());
  const { isStopped, start, stop } = useStop();
  const runAll = async (some: readonly Item[], resultOf: (item: Item) => Promise<WriteResult<unknown>>) => {
    setPhase('running');
    start();
    const done: Item[] = [];
    const set = (item: Item, result: BulkResult) =>
      setResults((before) => new Map(before).set(keyOf(item), result));
    const work = async (item: Item) => {
      set(item, { state: 'running' });
      unknown.current.delete(item);
      failed.current.delete(item);
      try {
        let result = await resultOf(item);
        if ('lost' in result) {
          unknown.current.set(item, result);
          set(item, { state: 'unknown', detail: [unknownText(result.lost)] });
          result = await findLost(result);
        }
        unknown.current.delete(item);
        if (result.done) done.push(item);
        over.current.add(item);
        set(item, { state: result.done ? 'done' : 'job' });
      } catch (error) {
        const detail = sentencesOf(error);
        if (error instanceof NotDone) unknown.current.delete(item);
        const lost = unknown.current.get(item)?.lost;
        const isGone = isStatus(error, 404) && !isNotOffered(error);
        if (!isGone) failed.current.add(item);
        if (lost) set(item, { state: 'unknown', detail: [unknownText(lost), ...detail] });
        else set(item, { state: isGone ? 'gone' : 'failed', detail });
      }
    };
    const [first, last] = [
      some.filter((item) => rankOf(item) === 0),
      some.filter((item) => rankOf(item) > 0),
    ];
    await inParallel(first, maxInFlight, work, isStopped);
    for (const item of last.toSorted((a, b) => rankOf(a) - rankOf(b))) {
      if (isStopped()) break;
      const isHeld = !unknown.current.has(item) && [...failed.current].some((other) => other !== item);
      if (isHeld) set(item, held);
      else await work(item);
    }
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
      void runAll([...checks.keys()], async (item) => checks.get(item) ?? run(item));
    },
  };
}
