import type { Called, Sent } from '../../client/request.ts';
import { createStore, type Store } from '../lib/store.ts';
import { redact, withoutValues } from '../../client/redact.ts';

/** A call's response. */
export interface RecordedResponse {
  status: number;
  statusText: string;
  headers: Record<string, string>;
  /** The parsed JSON, or the text if it isn't JSON. */
  body: unknown;
  bytes: number;
}

/** One call of this tab, with secrets redacted. Has neither `response` nor `failure` while it's pending. */
export interface RecordedCall {
  id: number;
  endpoint: Called;
  sent: Sent;
  /** The address of the page that made it. */
  page: string;
  startedAt: number;
  milliseconds?: number;
  response?: RecordedResponse;
  /** Why there is no response. */
  failure?: string;
}

const maxCalls = 200;
const maxBytes = 8_000_000;
// In this tab's memory only, never in storage.
const calls = createStore<readonly RecordedCall[]>([]);
let lastId = 0;

/** This tab's latest calls, newest first. */
export const recordedCalls: Pick<Store<readonly RecordedCall[]>, 'get' | 'subscribe'> = calls;

/** Removes every call. */
export function clearCalls(): void {
  keep([]);
}

/** Records the start of a call. @returns a function that records its end */
export function record(
  endpoint: Called,
  sent: Sent,
): (end: Pick<RecordedCall, 'response' | 'failure'>) => void {
  const secrets = new Set<string>();
  const personal = 'personal' in endpoint && endpoint.personal;
  const recorded = personal ? { ...sent, body: withoutValues(sent.body, secrets) } : sent;
  lastId += 1;
  const call: RecordedCall = {
    id: lastId,
    endpoint,
    ...redact({ sent: recorded, page: location.pathname + location.search }, secrets),
    startedAt: Date.now(),
  };
  const startedAt = performance.now();
  keep([call, ...calls.get()]);
  return (end) => {
    const ended = { ...call, ...redact(end, secrets), milliseconds: performance.now() - startedAt };
    keep(calls.get().map((one) => (one.id === call.id ? ended : one)));
  };
}

function keep(list: readonly RecordedCall[]): void {
  let bytes = 0;
  calls.set(
    list.slice(0, maxCalls).filter((call, index) => {
      bytes += call.response?.bytes ?? 0;
      return index === 0 || bytes <= maxBytes;
    }),
  );
}
