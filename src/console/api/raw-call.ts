import { exchange } from './exchange.ts';
import type { Called } from './recorder.ts';

/** A request as somebody composed it, of which nothing is known. */
export interface RawRequest {
  called: Called;
  /** On this origin, with query. */
  address: string;
  /** JSON, sent to the letter. */
  body?: string | undefined;
  signal?: AbortSignal;
}

/** An answer as it came. */
export interface RawAnswer {
  status: number;
  statusText: string;
  milliseconds: number;
  bytes: number;
  headers: [name: string, value: string][];
  text: string;
  /** The text parsed, where it is JSON. */
  body: unknown;
}

/** Sends a request with the session of this browser, whatever the answer is. @throws ApiError when nothing answers */
export async function rawCall({ called, address, body, signal }: RawRequest): Promise<RawAnswer> {
  const sent = {
    address,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    // Parsed, so that the recorder finds its secrets by the names of their fields.
    body: body === undefined ? undefined : (JSON.parse(body) as unknown),
  };
  const { response, ...received } = await exchange(called, sent, { signal, text: body });
  const { status, statusText, headers } = response;
  return { ...received, status, statusText, headers: [...headers] };
}
