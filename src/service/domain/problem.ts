import type { ProblemStatus } from '../../contract/problems.ts';

/** An API error: thrown anywhere, sent in one place as `{ detail: [...] }`. */
export class Problem extends Error {
  override readonly name = 'Problem';

  /**
   * @param detail problems; those about a field begin with its name (`name: is required`)
   * @param headers of the response, such as `Retry-After`
   */
  constructor(
    readonly status: ProblemStatus,
    readonly detail: readonly string[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail.join('; '));
  }
}

/** 404, in the same words whether a resource doesn't exist or isn't visible. */
export function notFound(what: string): Problem {
  return new Problem(404, [`${what} doesn't exist or isn't visible to you`]);
}

/** The record, if there's one. @throws Problem 404 */
export function orNotFound<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw notFound(what);
  return row;
}

/** Collects the problems of several checks, so that one response reports them all. */
export class Problems {
  readonly #found: Problem[] = [];

  /** Runs a check. @returns its result, or undefined if it failed */
  async check<Result>(check: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#found.push(error);
      return undefined;
    }
  }

  /** @throws Problem with every problem, and the first status that applies: 400, 403, 409 */
  throwIfAny(): void {
    if (this.#found.length === 0) return;
    const status = this.#found.map((problem) => problem.status).toSorted((left, right) => left - right)[0];
    throw new Problem(status ?? 400, [...new Set(this.#found.flatMap((problem) => problem.detail))]);
  }
}

/** A failed check's problems; empty if it passes. */
export async function detailOf(check: () => Promise<unknown>): Promise<readonly string[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (error instanceof Problem) return error.detail;
    throw error;
  }
}

const uniqueViolation = '23505';

/** Converts a unique violation to a 409 with this sentence; not that of an id, which no one chooses. */
export async function unlessTaken<Result>(sentence: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown };
    if (code !== uniqueViolation || String(constraint).endsWith('_pkey')) throw error;
    throw new Problem(409, [sentence]);
  }
}
