import type { Endpoint } from '../../contract/endpoint.ts';
import { createStore, type Store } from '../lib/store.ts';
import { redact, withoutValues } from './redact.ts';

/** What was called: an endpoint of the contract, or a request that somebody composed, which the contract says nothing of. */
export type Called = Endpoint | (Pick<Endpoint, 'path' | 'summary'> & { method: string });

/** What a call sent. Addresses are relative to the gateway. */
export interface Sent {
  address: string;
  headers: Record<string, string>;
  body: unknown;
}

/** What came back. */
export interface Answer {
  status: number;
  statusText: string;
  headers: Record<string, string>;
  /** Parsed, or the text as it came where that is not JSON. */
  body: unknown;
  bytes: number;
  /** Milliseconds until the headers were here. */
  waited: number;
}

/** One call of this tab, its secrets already taken out. Neither `answer` nor `failure` while it is under way. */
export interface RecordedCall {
  id: number;
  endpoint: Called;
  sent: Sent;
  /** Address of the page that made it. */
  page: string;
  startedAt: number;
  milliseconds?: number;
  answer?: Answer;
  /** Why there is no answer. */
  failure?: string;
}

const mostCalls = 200;
const mostBytes = 8_000_000;
// In this tab's memory alone, never in a storage.
const calls = createStore<readonly RecordedCall[]>([]);
let lastId = 0;

/** The calls of this tab, latest first: as many as there is room for. */
export const recordedCalls: Pick<Store<readonly RecordedCall[]>, 'get' | 'subscribe'> = calls;

/** Forgets every call. */
export function clearCalls(): void {
  keep([]);
}

/** Records that a call begins. Returns what records its end. */
export function record(
  endpoint: Called,
  sent: Sent,
): (end: Pick<RecordedCall, 'answer' | 'failure'>) => void {
  const secrets = new Set<string>();
  redact(sent, secrets);
  const personal = 'personal' in endpoint && endpoint.personal;
  const told = personal ? { ...sent, body: withoutValues(sent.body, secrets) } : sent;
  lastId += 1;
  const call: RecordedCall = {
    id: lastId,
    endpoint,
    ...redact({ sent: told, page: location.pathname + location.search }, secrets),
    startedAt: Date.now(),
  };
  const began = performance.now();
  keep([call, ...calls.get()]);
  return (end) => {
    const ended = { ...call, ...redact(end, secrets), milliseconds: performance.now() - began };
    keep(calls.get().map((one) => (one.id === call.id ? ended : one)));
  };
}

function keep(list: readonly RecordedCall[]): void {
  let bytes = 0;
  calls.set(
    list.slice(0, mostCalls).filter((call, index) => {
      bytes += call.answer?.bytes ?? 0;
      return index === 0 || bytes <= mostBytes;
    }),
  );
}
