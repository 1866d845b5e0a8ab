import { ApiError } from '../../client/errors.ts';
import { asksToWait, retryWait } from '../../client/retries.ts';

/** For reads that a page can do without: they're repeated only if the service asks for it. */
export const ifAsked = {
  retry: (failures: number, error: Error) => asksToWait(error) && retryWait(failures, error) !== undefined,
};

/** For reads that repeat their requests themselves, by `whileBusy`. */
export const unlessAsked = {
  retry: (failures: number, error: Error) => !asksToWait(error) && retryWait(failures, error) !== undefined,
};

/** Repeats a query while a page shows it, without keeping the session alive. */
export const polled = { refetchInterval: unlessAskedToWait(30_000), meta: { isPolling: true } };

/** An interval between reads, in milliseconds, or as long as the service asks to wait. */
export function unlessAskedToWait(interval: number) {
  return ({ state: { error } }: { state: { error: unknown } }): number => {
    const until = error instanceof ApiError ? error.retryAt : undefined;
    return Math.max(interval, (until ?? 0) - Date.now());
  };
}

/** Whether a query is polled. @param meta what its function was called with */
export function isPolled(meta: Readonly<Record<string, unknown>> | undefined): boolean {
  return meta?.['isPolling'] === true;
}
