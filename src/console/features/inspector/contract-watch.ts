import { recordedCalls, type RecordedCall } from '../../api/recorder.ts';
import { whenIdle } from '../../lib/slices/when-idle.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { findDeviations, type Deviation } from './deviations.ts';

/** A deviation of an endpoint's responses in this tab. */
export interface WatchedDeviation extends Deviation {
  key: string;
  /** The responses' method, path and status. */
  response: string;
  summary: string;
  times: number;
  /** The last call with it; the recorder may have dropped that call. */
  lastCall: number;
}

const watched = createStore<readonly WatchedDeviation[]>([]);
const seen = new WeakSet<RecordedCall>();
/** Calls to compare when the page is idle. The recorder may drop them before. */
let waiting: RecordedCall[] = [];
let watching = false;

/** Starts comparing this tab's responses with the contract, including those already recorded. */
export function watchContract(): void {
  if (watching) return;
  watching = true;
  recordedCalls.subscribe(checkNewCalls);
  checkNewCalls();
}

/** Clears the list; responses that were already checked aren't checked again. */
export function clearWatched(): void {
  watched.set([]);
}

/** The deviations so far, in the order of their first occurrence. */
export function useWatched(): readonly WatchedDeviation[] {
  return useStore(watched);
}

function checkNewCalls(): void {
  const fresh = recordedCalls.get().filter((call) => call.response && !seen.has(call));
  if (fresh.length === 0) return;
  if (waiting.length === 0) whenIdle(compareWaiting);
  for (const call of fresh.toReversed()) {
    seen.add(call);
    waiting.push(call);
  }
}

function compareWaiting(): void {
  const calls = waiting;
  waiting = [];
  let next = watched.get();
  for (const call of calls) {
    for (const deviation of findDeviations(call)) next = withDeviation(next, call, deviation);
  }
  if (next !== watched.get()) watched.set(next);
}

function withDeviation(
  list: readonly WatchedDeviation[],
  call: RecordedCall,
  deviation: Deviation,
): readonly WatchedDeviation[] {
  const { method, path, summary } = call.endpoint;
  const response = `${method} ${path} ${call.response?.status}`;
  const key = [response, deviation.kind, deviation.field, deviation.detail].join(' ');
  const known = list.find((one) => one.key === key);
  if (!known)
    console.warn(`Contract: ${response}: ${deviation.kind} ${deviation.field} (${deviation.detail})`);
  const entry = { ...deviation, key, response, summary, times: (known?.times ?? 0) + 1, lastCall: call.id };
  return known ? list.map((one) => (one === known ? entry : one)) : [...list, entry];
}
