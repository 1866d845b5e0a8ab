import type { ProblemStatus } from '../../contract/problems.ts';

/** A refusal of the API: thrown anywhere, answered once as `{ detail: [...] }`. */
export class Problem extends Error {
  override readonly name = 'Problem';

  /**
   * @param detail one sentence each; those about a field begin with its name (`name: is required`)
   * @param headers what goes with the answer, such as `Retry-After`
   */
  constructor(
    readonly status: ProblemStatus,
    readonly detail: readonly string[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail.join('; '));
  }
}

/** 404, in the same words whether a resource does not exist or is not visible. */
export function notFound(what: string): Problem {
  return new Problem(404, [`${what} does not exist or is not visible to you`]);
}

/** Gathers what several checks refuse, so that a request is refused once, with all of it. */
export class Problems {
  readonly #found: Problem[] = [];

  /** Runs a check. @returns its result, or undefined where it refused */
  async check<Result>(check: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#found.push(error);
      return undefined;
    }
  }

  /** @throws Problem with every sentence, and the status that comes first: 400, then 403, then 409 */
  throwIfAny(): void {
    if (this.#found.length === 0) return;
    const status = this.#found.map((problem) => problem.status).toSorted((left, right) => left - right)[0];
    throw new Problem(status ?? 400, [...new Set(this.#found.flatMap((problem) => problem.detail))]);
  }
}

/** The sentences of a check that refuses, none where it passes. */
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

/** Turns the database's refusal of a value that is taken into a 409 with this sentence. */
export async function unlessTaken<Result>(sentence: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if ((error as { code?: unknown }).code !== uniqueViolation) throw error;
    throw new Problem(409, [sentence]);
  }
}
