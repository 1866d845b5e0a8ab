import { ApiError, isWorthRetrying, sentencesOf } from '../api/errors.ts';

/** An error as `ErrorView` and `DataTable` show it, with a retry where that may help. */
export function problemOf(error: unknown, retry: () => unknown) {
  return {
    detail: sentencesOf(error),
    // A rejection explains itself; a failure is looked up in the service's log.
    requestId: error instanceof ApiError && error.status >= 500 ? error.requestId : undefined,
    onRetry: isWorthRetrying(error) ? () => void retry() : undefined,
  };
}
