import { ApiError, meansUnreachable, isWorthRetrying, withoutRequestId } from '../../api/errors.ts';
import { hasNewVersion } from '../../api/new-version.ts';
import { loadFailureOf } from '../../lib/load-failures.ts';
import { whyHref } from '../../ui/links/why-link.tsx';

/** What a page says in place of its content when loading it failed. */
export interface ExplainedError {
  title: string;
  detail: readonly string[];
  /** Whether loading the page again may work. */
  canRetry: boolean;
  /** Whether permission is missing and `detail` doesn't name the privilege, as remote services may respond. */
  unexplained?: boolean;
  /** Whether only a reload helps: it leads to the sign-in of a proxy. */
  reload?: boolean;
}

/** Explains why a page failed to load. */
export function explainError(error: unknown): ExplainedError {
  const detail = withoutRequestId(error);
  if (loadFailureOf(error)) return explainLoadFailure();
  if (!(error instanceof ApiError)) return { title: "Couldn't load this page", detail, canRetry: true };
  const { kind, status } = error;
  if (kind === 'sign-in-proxy') return { title: 'Sign in to continue', detail, canRetry: true, reload: true };
  if (kind === 'not-offered') return { title: 'Not available', detail, canRetry: false };
  const unexplained = kind === 'problem' && status === 403 && whyHref(detail) === undefined;
  return { title: titleOf(error), detail, canRetry: isWorthRetrying(error), unexplained };
}

/** The console's own code or styles couldn't be loaded. */
function explainLoadFailure(): ExplainedError {
  // Reloading while offline would replace the console with the browser's error page.
  if (hasNewVersion.get())
    return {
      title: 'A new version is here',
      detail: ['Reload to open this page.'],
      canRetry: true,
    };
  return navigator.onLine
    ? { title: "Couldn't load this page", detail: ['Check your connection, then try again.'], canRetry: true }
    : { title: "You're offline", detail: ["This page loads when you're back online."], canRetry: false };
}

function titleOf({ kind, status, retryAt }: ApiError): string {
  if (retryAt !== undefined && (status === 429 || status === 503)) return 'The service is busy';
  if (kind === 'network' || meansUnreachable(status)) return "Couldn't reach the service";
  if (kind === 'problem') {
    if (status === 403) return "You don't have permission to view this page";
    if (status === 404) return 'Not found';
  }
  return "Couldn't load this page";
}
