import { ApiError, isNotOffered } from '../../api/errors.ts';
import { notOffered } from '../../ui/not-offered.tsx';
import { whyHref } from '../../ui/why-link.tsx';

/** What a page says in place of its content when loading it failed. */
export interface RouteProblem {
  title: string;
  detail: readonly string[];
  requestId?: string | undefined;
  /** Whether loading the page again may work. */
  canRetry: boolean;
  /** Whether permission is missing and `detail` doesn't name the privilege, as remote services may respond. */
  unexplained?: boolean;
}

/**
 * Explains why a page failed to load.
 * @param feature what the page needs that a service may lack ("user management"); absent where every service has it
 */
export function routeProblemOf(error: unknown, feature?: string): RouteProblem {
  if (!(error instanceof ApiError)) {
    const detail = [error instanceof Error ? error.message : String(error)];
    return { title: "Couldn't load this page", detail, canRetry: true };
  }
  const { kind, status, detail, requestId } = error;
  if (kind === 'problem' && isNotOffered(error) && (status === 405 || feature !== undefined))
    return { title: 'Not available', detail: [notOffered(feature ?? 'this page')], canRetry: false };
  const unexplained = kind === 'problem' && status === 403 && whyHref(detail) === undefined;
  return { ...titleOf(kind, status), detail, requestId, unexplained };
}

function titleOf(kind: ApiError['kind'], status: number): Pick<RouteProblem, 'title' | 'canRetry'> {
  // 502 to 504 are the gateway's or a load balancer's statuses for a service that didn't respond.
  if (kind === 'network' || (status >= 502 && status <= 504))
    return { title: "Couldn't reach the service", canRetry: true };
  if (kind === 'problem') {
    if (status === 401) return { title: 'Your session has ended', canRetry: true };
    if (status === 403) return { title: "You don't have permission to view this page", canRetry: false };
    if (status === 404) return { title: 'Not found', canRetry: false };
  }
  const canRetry = kind === 'not-the-api' || status === 408 || status === 429 || status >= 500;
  return { title: "Couldn't load this page", canRetry };
}
