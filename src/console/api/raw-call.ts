import { exchange } from './exchange.ts';
import type { Called } from './recorder.ts';

/** A custom request. */
interface RawRequest {
  called: Called;
  /** On this origin, including the query. */
  address: string;
  /** JSON, sent exactly as it is. */
  body?: string | undefined;
  signal?: AbortSignal;
}

export type RawResponse = Awaited<ReturnType<typeof rawCall>>;

/** Sends a request with this browser's session and returns any response, not validated. @throws ApiError if there is none */
export async function rawCall({ called, address, body, signal }: RawRequest) {
  const sent = {
    address,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    // Parsed, so that the recorder can redact secrets by field name.
    body: body === undefined ? undefined : (JSON.parse(body) as unknown),
  };
  const { response, ...received } = await exchange(called, sent, { signal, text: body });
  const { status, statusText, headers } = response;
  return { ...received, status, statusText, headers: [...headers] };
}
