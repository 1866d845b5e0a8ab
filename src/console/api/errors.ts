import { featureMeanings } from '../../contract/access/privileges.ts';
import { defaultGroupId, groupPath } from '../../contract/groups/groups.ts';
import { meansInvalid } from '../../contract/problems.ts';
import { clockTime } from '../lib/ago.ts';

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

/** What an error is titled that says `possibly`. */
export const lostTitle = 'The response was lost';

/** The response to a write was lost. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';

  /** @param possibly what may have happened: "Acme may have been created." */
  constructor(readonly possibly: string) {
    super(`${lostTitle}. ${possibly}`);
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

/** A missing privilege, as our service and the gateway report it (docs/decisions.md, "Privileges"). */
const missingPrivilege =
  /requires privilege ([\w-]+) on feature ([\w-]+)(?: for (\/groups\/\d+|a group that isn't visible to you))?/;

/** Says a missing privilege as people would. */
function inWords(sentence: string): string {
  return sentence.replace(
    missingPrivilege,
    (_, privilege: string, feature: string, group?: string) =>
      `You need ${privilege === 'rw' ? 'write' : 'read'} access to ${featureMeanings.get(feature) ?? feature} (${feature} · ${privilege})${group === undefined ? '' : ` on ${group === groupPath(defaultGroupId) ? 'the Default group' : group}`}`,
  );
}

/** What went wrong, as sentences to show, with the request ID if the service failed. */
export function sentencesOf(error: unknown): readonly string[] {
  const sentences = withoutRequestId(error);
  const id = failedRequest(error);
  return id === undefined
    ? sentences
    : sentences.map((sentence, index) => (index === 0 ? `${sentence} (request ${id})` : sentence));
}

/** The ID of a request that the service failed to carry out: a rejection explains itself. */
export function failedRequest(error: unknown): string | undefined {
  return error instanceof ApiError && error.status >= 500 ? error.requestId : undefined;
}

/** What went wrong, as sentences to show. */
export function withoutRequestId(error: unknown): readonly string[] {
  if (!(error instanceof ApiError)) return [inWords(error instanceof Error ? error.message : String(error))];
  // Shown until the user sends it again: by then, they have signed in.
  if (error.status === 401) return ['Your session had ended. Try again.'];
  const sentences = error.detail.map(inWords);
  const until = error.retryAt;
  const wait = until === undefined ? [] : [`The service asks to wait until ${clockTime(until)}`];
  return [...(sentences.length === 0 ? [error.message] : sentences), ...wait];
}

/** Whether sending a request again may help: not after a rejection that would repeat. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { kind, status } = error;
  if (kind === 'sign-in-proxy' || kind === 'not-offered' || status === 501) return false;
  return kind !== 'problem' || status === 401 || status === 408 || status === 429 || status >= 500;
}

/** Problems by the field whose name they begin with; the rest concern the request as a whole. */
export interface FieldProblems {
  fields: Record<string, string[]>;
  rest: string[];
}

/**
 * Assigns each `detail` sentence to the form field that it begins with (`name: is required`).
 * @param known the names of the fields that the form shows
 */
export function byField(detail: readonly string[], known: readonly string[]): FieldProblems {
  const problems: FieldProblems = { fields: {}, rest: [] };
  for (const sentence of detail) {
    const field = known.find((own) => sentence.startsWith(`${own}:`) || sentence.startsWith(`${own} `));
    if (field === undefined) problems.rest.push(sentence);
    // Without a colon, the name is part of the sentence: `name and description are required`.
    else (problems.fields[field] ??= []).push(sentence.replace(new RegExp(`^${field}:\\s*`), ''));
  }
  return problems;
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
