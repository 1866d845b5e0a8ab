import { ApiError } from './errors.ts';
import { record, type Called, type Sent } from './recorder.ts';

const timeoutMilliseconds = 60_000;

/** What came back for a request. */
export interface Received {
  response: Response;
  text: string;
  /** The text parsed, where it is JSON; an empty answer, such as that of 204, has no body. */
  body: unknown;
  isJson: boolean;
  bytes: number;
  milliseconds: number;
}

/**
 * Sends a request with the session of this browser, and records it: the one way to the API in this tab.
 * @param text the body to the letter, where that is not `sent.body` as JSON
 * @throws ApiError when nothing answers
 */
export async function exchange(
  called: Called,
  sent: Sent,
  { signal, text }: { signal?: AbortSignal | undefined; text?: string | undefined } = {},
): Promise<Received> {
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  const recordEnd = record(called, sent);
  const began = performance.now();
  try {
    const response = await fetch(sent.address, {
      method: called.method,
      headers: sent.headers,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(sent.body === undefined ? {} : { body: text ?? JSON.stringify(sent.body) }),
    });
    const waited = performance.now() - began;
    const answer = await response.text();
    const received = {
      response,
      text: answer,
      ...parse(answer),
      bytes: new TextEncoder().encode(answer).length,
    };
    const { status, statusText } = response;
    const headers = Object.fromEntries(response.headers);
    recordEnd({
      answer: { status, statusText, headers, body: received.body, bytes: received.bytes, waited },
    });
    return { ...received, milliseconds: performance.now() - began };
  } catch (error) {
    if (signal?.aborted) {
      recordEnd({ failure: 'The page did not need it any more' });
      throw error;
    }
    const reason = timeout.aborted
      ? 'The service did not answer within a minute'
      : 'The service cannot be reached';
    recordEnd({ failure: reason });
    throw new ApiError('network', 0, [reason]);
  }
}

function parse(text: string): { body: unknown; isJson: boolean } {
  if (text === '') return { body: undefined, isJson: true };
  try {
    return { body: JSON.parse(text), isJson: true };
  } catch {
    return { body: text, isJson: false };
  }
}
