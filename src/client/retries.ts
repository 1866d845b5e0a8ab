import { backOff } from '../contract/retry-after.ts';
import { ApiError, isWorthRetrying } from './errors.ts';

/** Of waits that the service asks for, in milliseconds: longer ones are shown, with a retry that the user starts. */
export const longestWait = 10_000;
/** For all waits before one result. */
const longestTotal = 15_000;
const mostRequested = 5;
const mostOthers = 2;

/** Whether the service rejected a request for now, and said how long to wait. */
export function asksToWait(error: unknown): error is ApiError & { retryAfterSeconds: number } {
  return (
    error instanceof ApiError &&
    (error.status === 429 || error.status === 503) &&
    error.retryAfterSeconds !== undefined
  );
}

/**
 * How long to wait before a read is repeated, in milliseconds; undefined if it isn't, and the error is shown. The one
 * policy for all reads: writes are never repeated automatically.
 * @param failures how often it failed before
 */
export function retryWait(failures: number, error: unknown): number | undefined {
  if (asksToWait(error)) {
    const wait = Math.max(error.retryAfterSeconds * 1000, backOff(failures, 250));
    const isShort = wait <= longestWait && wait * (failures + 1) <= longestTotal;
    return failures < mostRequested && isShort ? wait : undefined;
  }
  const isTemporary =
    isWorthRetrying(error) &&
    (!(error instanceof ApiError) || error.kind === 'network' || error.status === 429 || error.status >= 500);
  return isTemporary && failures < mostOthers ? backOff(failures, 1_000) : undefined;
}

/** A wait, a bit longer by chance, so that clients don't retry in step. */
export function withJitter(wait: number): number {
  return wait + Math.random() * 500;
}

/**
 * Reads one of many pages, again and again while the service asks to wait: otherwise, the pages that are loaded would be
 * loaded once more. Several clients of a list can overload a service by themselves.
 * @throws what `read` throws for other reasons, or once it was retried often enough; the signal's reason
 */
export async function whileBusy<Page>(read: () => Promise<Page>, signal: AbortSignal): Promise<Page> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await read();
    } catch (error) {
      const wait = asksToWait(error) ? retryWait(failures, error) : undefined;
      if (wait === undefined) throw error;
      await pause(withJitter(wait), signal);
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
