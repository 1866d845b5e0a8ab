import { failedRequest, isNotOffered, isWorthRetrying, withoutRequestId } from '../api/errors.ts';

/** An error as `ErrorView` and `DataTable` show it, with a retry where that may help. */
export function errorProps(error: unknown, retry: () => unknown) {
  return {
    detail: withoutRequestId(error),
    requestId: failedRequest(error),
    notOffered: isNotOffered(error),
    onRetry: isWorthRetrying(error) ? () => void retry() : undefined,
  };
}
