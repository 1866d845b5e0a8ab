import { ApiError } from './errors.ts';

/** A request as somebody composed it, of which nothing is known. */
export interface RawRequest {
  method: string;
  /** On this origin, with query. */
  address: string;
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
}

const timeoutMilliseconds = 60_000;

/** Sends a request with the session of this browser. @throws ApiError when nothing answers */
export async function rawCall({ method, address, body, signal }: RawRequest): Promise<RawAnswer> {
  const start = performance.now();
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  try {
    const response = await fetch(address, {
      method,
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body }),
    });
    const buffer = await response.arrayBuffer();
    return {
      status: response.status,
      statusText: response.statusText,
      milliseconds: performance.now() - start,
      bytes: buffer.byteLength,
      headers: [...response.headers],
      text: new TextDecoder().decode(buffer),
    };
  } catch {
    throw new ApiError('network', 0, [
      timeout.aborted ? 'The service did not answer within a minute' : 'The service cannot be reached',
    ]);
  }
}
