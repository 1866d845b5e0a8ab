import { ApiError } from './errors.ts';
import { record, type Called, type Sent } from './recorder.ts';

const timeoutMilliseconds = 60_000;

/** A response with its parsed body. */
export interface Received {
  response: Response;
  text: string;
  /** The parsed JSON, or the text if it isn't JSON; undefined if empty, as with 204. */
  body: unknown;
  isJson: boolean;
  bytes: number;
  milliseconds: number;
}

/**
 * Sends a request with this browser's session and records it. Every API call of this tab goes through here.
 * @param text the exact body, if it isn't just `sent.body` as JSON
 * @throws ApiError if there is no response
 */
export async function exchange(
  called: Called,
  sent: Sent,
  { signal, text }: { signal?: AbortSignal | undefined; text?: string | undefined } = {},
): Promise<Received> {
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  const recordEnd = record(called, sent);
  const startedAt = performance.now();
  try {
    const response = await fetch(sent.address, {
      method: called.method,
      headers: sent.headers,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(sent.body === undefined ? {} : { body: text ?? JSON.stringify(sent.body) }),
    });
    const waited = performance.now() - startedAt;
    const received = await receive(response);
    const { status, statusText } = response;
    const headers = Object.fromEntries(response.headers);
    recordEnd({
      response: { status, statusText, headers, body: received.body, bytes: received.bytes, waited },
    });
    return { ...received, milliseconds: performance.now() - startedAt };
  } catch (error) {
    if (signal?.aborted) {
      recordEnd({ failure: 'Cancelled by the page' });
      throw error;
    }
    const reason = timeout.aborted
      ? "The service didn't respond within a minute"
      : "Couldn't reach the service";
    recordEnd({ failure: reason });
    throw new ApiError('network', 0, [reason]);
  }
}

async function receive(response: Response) {
  const buffer = await response.arrayBuffer();
  const text = new TextDecoder().decode(buffer);
  return { response, text, ...parse(text), bytes: buffer.byteLength };
}

function parse(text: string): { body: unknown; isJson: boolean } {
  if (text === '') return { body: undefined, isJson: true };
  try {
    return { body: JSON.parse(text), isJson: true };
  } catch {
    return { body: text, isJson: false };
  }
}
