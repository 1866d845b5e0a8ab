import { recordedCalls, type RecordedCall } from '../../api/recorder.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { deviationsOf, type Deviation } from './deviations.ts';

/** A deviation of an endpoint, however often it came up in this tab. */
export interface Watched extends Deviation {
  key: string;
  /** Method, path and status of the answers. */
  answer: string;
  summary: string;
  times: number;
  /** The last call that showed it; it may be forgotten meanwhile. */
  lastCall: number;
}

const watched = createStore<readonly Watched[]>([]);
const seen = new WeakSet<RecordedCall>();
let watching = false;

/** Compares every answer of this tab with the contract from now on, beginning with those that are recorded. */
export function watchContract(): void {
  if (watching) return;
  watching = true;
  recordedCalls.subscribe(look);
  look();
}

/** Forgets what was found; answers that were looked at are not looked at again. */
export function clearWatched(): void {
  watched.set([]);
}

/** What deviates from the contract, in the order in which it was first seen. */
export function useWatched(): readonly Watched[] {
  return useStore(watched);
}

function look(): void {
  const fresh = recordedCalls.get().filter((call) => call.answer && !seen.has(call));
  let next = watched.get();
  for (const call of fresh.toReversed()) {
    seen.add(call);
    for (const deviation of deviationsOf(call)) next = withDeviation(next, call, deviation);
  }
  if (next !== watched.get()) watched.set(next);
}

function withDeviation(
  list: readonly Watched[],
  call: RecordedCall,
  deviation: Deviation,
): readonly Watched[] {
  const { method, path, summary } = call.endpoint;
  const answer = `${method} ${path} ${call.answer?.status}`;
  const key = [answer, deviation.kind, deviation.field, deviation.what].join(' ');
  const known = list.find((one) => one.key === key);
  if (!known) console.warn(`Contract: ${answer}: ${deviation.kind} ${deviation.field} (${deviation.what})`);
  const entry = { ...deviation, key, answer, summary, times: (known?.times ?? 0) + 1, lastCall: call.id };
  return known ? list.map((one) => (one === known ? entry : one)) : [...list, entry];
}
