import { meansInvalid } from '../contract/problems.ts';

/**
 * A problem response, the one to a request for what the service lacks, no response, a response that isn't the API's, or a
 * proxy that asks for a sign-in.
 */
export type ApiErrorKind = 'problem' | 'not-offered' | 'network' | 'not-the-api' | 'sign-in-proxy';

/** Every failed API call. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Whether it's a write that may have been done nevertheless (docs/decisions.md, "Unknown outcomes"). */
  mayBeDone = false;
  /** What the gateway or the service says about a failed write (`outcomeHeader`), or its status: `unsent` or `unknown`. */
  outcome?: string;
  private readonly at = Date.now();

  /**
   * @param status the HTTP status; 0 when there was no response
   * @param detail the service's sentences, unchanged (docs/api.md, "Errors")
   * @param requestId the request's ID in the service's log
   * @param retryAfterSeconds how long to wait, if the service says so (429, 503)
   * @param reference of a rejected sign-in in the log (docs/decisions.md, "Activity")
   */
  constructor(
    readonly kind: ApiErrorKind,
    readonly status: number,
    readonly detail: readonly string[],
    readonly requestId?: string,
    readonly retryAfterSeconds?: number,
    readonly reference?: string,
  ) {
    super(detail.join('; ') || `The service responded with status ${status}`);
  }

  /** When the service wants to be asked again; undefined if it doesn't say, or by now. */
  get retryAt(): number | undefined {
    const at = this.at + (this.retryAfterSeconds ?? 0) * 1000;
    return at > Date.now() ? at : undefined;
  }
}

/** Whether the service may have done a write that failed: its response was lost, or it's a success that isn't JSON. */
export function mayHaveBeenDone({ kind, status, outcome }: ApiError): boolean {
  if (outcome !== undefined) return outcome === 'unknown';
  const isSuccess = status >= 200 && status < 300;
  return kind === 'network' || isSuccess;
}

/** Says that a response isn't the API's, and not whether a write was done. */
export const notJson = (status: number) =>
  `The response (status ${status}) isn't JSON, so it didn't come from the service: check the network or proxy, then try again`;

/** Whether sending a request again may help: not after a rejection that would repeat. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { kind, status } = error;
  if (kind === 'sign-in-proxy' || kind === 'not-offered' || status === 501) return false;
  return kind !== 'problem' || status === 401 || status === 408 || status === 429 || status >= 500;
}

/** Whether the error is a response with this status. */
export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/** Whether the service rejected what a request says, such as a parameter. */
export function isInvalid(error: unknown): boolean {
  return error instanceof ApiError && meansInvalid(error.status);
}

/** Whether the service refused a request because the user lacks permission. */
export function isRefused(error: unknown): boolean {
  return isStatus(error, 403) && error instanceof ApiError && error.kind === 'problem';
}

/** Whether the service lacks an endpoint's method: some servers say so by 501. */
export function lacksMethod(error: unknown): boolean {
  return isStatus(error, 405) || isStatus(error, 501);
}

/** Whether there's no such record, or the service lacks the endpoint or its method: a remote one may lack extensions. */
export function isAbsent(error: unknown): boolean {
  return isStatus(error, 404) || lacksMethod(error);
}

/** Whether the service lacks what was requested. */
export function isNotOffered(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'not-offered';
}

/** Whether the service lacks what was requested, or the user isn't permitted to read it: nothing has failed then. */
export function isUnavailable(error: unknown): boolean {
  return isNotOffered(error) || isStatus(error, 403);
}

/** Whether a status is the gateway's or a load balancer's for a service that didn't respond. */
export function meansUnreachable(status: number): boolean {
  return status >= 502 && status <= 504;
}
