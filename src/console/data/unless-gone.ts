import { isStatus } from '../api/errors.ts';

/**
 * The result of a write to a record; undefined if the record no longer exists.
 * @param read reads the record: a service that lacks the write responds to it with 404 as well
 * @throws what the write throws for other reasons
 */
export async function unlessGone<Result>(
  write: Promise<Result>,
  read: () => Promise<unknown>,
): Promise<Result | undefined> {
  try {
    return await write;
  } catch (error) {
    const isMissing = (problem: unknown) => isStatus(problem, 404);
    if (isMissing(error) && (await read().then(() => false, isMissing))) return undefined;
    throw error;
  }
}
