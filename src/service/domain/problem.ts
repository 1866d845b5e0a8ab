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
