import { failedRequest, withoutRequestId } from '../../api/errors.ts';
import { isNotOffered, isRefused, isWorthRetrying } from '../../../client/errors.ts';
import { Refusal } from './refusal.tsx';

/** Why something couldn't be loaded, as `ErrorView` and `DataTable` show it, with a retry if there is one and it may help. */
export function errorProps(error: unknown, retry: (() => unknown) | undefined) {
  const detail = withoutRequestId(error);
  return {
    detail,
    requestId: failedRequest(error),
    notOffered: isNotOffered(error),
    refusal: isRefused(error) && <Refusal detail={detail} />,
    onRetry: retry && isWorthRetrying(error) ? () => void retry() : undefined,
  };
}
