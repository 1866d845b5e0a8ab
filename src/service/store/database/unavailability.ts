import { DatabaseError } from 'pg';
import { Unavailable } from '../../domain/unavailable.ts';

const unreachable = "the database can't be reached: try again in a few seconds";
const lost = 'the database stopped answering: try again in a few seconds';
/** What a statement fails with that would have taken space. */
export const diskFull = 'the disk with the data is full: free some space, and try again in a few seconds';
/** SQLSTATE `disk_full`, and what the file systems say. */
export const fullCodes: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/** What a statement that didn't finish in time fails with. */
export const tooSlow = 'the database took too long: try again in a few seconds';

const readOnly = 'the database is read-only: it may be a standby, or being restored';

/**
 * SQLSTATEs after which another try may succeed, from https://www.postgresql.org/docs/15/errcodes-appendix.html.
 * The connection stays usable after these; the statement had no effect.
 */
const passing: Readonly<Record<string, string>> = {
  '40001': 'another change got in the way: try again in a few seconds',
  '40P01': 'another change got in the way: try again in a few seconds',
  '55P03': 'another change holds these records: try again in a few seconds',
  '57014': tooSlow,
};

/** Errors that end the connection or make it useless: a standby rejects every write. */
const ending = /^(08|53|57P|25P03|25006)/;

/** A failure of the database, and whether its connection can still be used. */
export interface Failure {
  error: Unavailable;
  connectionIsFine: boolean;
}

/** Classifies a failed statement. @returns undefined if the error is about the statement itself */
export function failureOf(cause: unknown): Failure | undefined {
  if (cause instanceof Unavailable) return { error: cause, connectionIsFine: false };
  if (cause instanceof DatabaseError) {
    const { code = '' } = cause;
    if (fullCodes.has(code))
      return { error: new Unavailable(diskFull, false, { cause }), connectionIsFine: true };
    const sentence = passing[code];
    if (sentence !== undefined)
      return { error: new Unavailable(sentence, false, { cause }), connectionIsFine: true };
    if (!ending.test(code)) return undefined;
    const reason = code === '25006' ? readOnly : lost;
    return { error: new Unavailable(reason, true, { cause }), connectionIsFine: false };
  }
  // Invalid values; any other error without a SQLSTATE is about the connection.
  if (cause instanceof TypeError || cause instanceof RangeError) return undefined;
  return { error: new Unavailable(lost, true, { cause }), connectionIsFine: false };
}

/** The error for a failure to connect: nothing was executed. */
export function unreachableBecause(cause: unknown): Unavailable {
  return new Unavailable(
    isOutOfConnections(cause)
      ? 'the database has no free connection: try again in a few seconds'
      : unreachable,
    false,
    { cause },
  );
}

/** Whether the server, the database or the user has reached its limit of connections (`too_many_connections`). */
export function isOutOfConnections(cause: unknown): boolean {
  return cause instanceof DatabaseError && cause.code === '53300';
}
