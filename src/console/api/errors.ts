/** What went wrong on the way: the service answered with a problem, or no usable answer came at all. */
export type ApiErrorKind = 'problem' | 'network' | 'not-the-api';

/** Every failure of a call, as one shape. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /**
   * @param kind where it failed
   * @param status the HTTP status; 0 where there was no answer
   * @param detail the service's sentences as they came (docs/api.md, "Errors")
   * @param requestId the id that the service's log knows the request by
   * @param retryAfterSeconds how long to wait, where the service says so (429, 503)
   */
  constructor(
    readonly kind: ApiErrorKind,
    readonly status: number,
    readonly detail: readonly string[],
    readonly requestId?: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(detail.join('; ') || `The service answered ${status}`);
  }
}

/** Problems sorted by the field whose name they begin with; the rest are about the request as a whole. */
export interface FieldProblems {
  fields: Record<string, string[]>;
  rest: string[];
}

/**
 * Binds each `detail` sentence to the form field that it begins with (`name: is required`).
 * @param known the names of the fields that the form shows
 */
export function byField(detail: readonly string[], known: readonly string[]): FieldProblems {
  const problems: FieldProblems = { fields: {}, rest: [] };
  for (const sentence of detail) {
    const field = known.find((name) => sentence.startsWith(`${name}:`) || sentence.startsWith(`${name} `));
    if (field === undefined) problems.rest.push(sentence);
    else (problems.fields[field] ??= []).push(sentence.slice(field.length).replace(/^:?\s*/, ''));
  }
  return problems;
}

/** Whether the error is a problem answer of this status. */
export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}
