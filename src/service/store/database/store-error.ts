import { Unavailable } from '../../domain/unavailable.ts';
import { fullCodes } from './unavailability.ts';

/** A store that can't be opened; the message is one sentence for the person who starts the product. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

const unreadable = new Set(['EIO', '58030']);
const tooManyFiles = new Set(['EMFILE', 'ENFILE']);
/** `too_many_connections`, which a server, a database and a user can have. */
const outOfConnections = '53300';
/** Connections, resources, states and interventions: all but the data. */
const passing = /^(08|53|55|57)/;
/** Damaged data or index, and a file of the database that is missing. */
const damaged = new Set(['XX001', 'XX002', '58P01']);

/** What the codes of PostgreSQL look like, unlike those of Node. */
const sqlState = /^[0-9A-Z]{5}$/;

/**
 * Says what is wrong with the disk, the data on it or the database. Codes are those of Node and of PostgreSQL
 * (https://www.postgresql.org/docs/15/errcodes-appendix.html).
 * @returns undefined for every other failure
 */
export function explainStorage(error: unknown): StoreError | undefined {
  if (error instanceof Unavailable)
    return explainStorage(error.cause) ?? new StoreError(`The database isn't available: ${error.message}`);
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code !== 'string') return undefined;
  if (fullCodes.has(code))
    return new StoreError(`The disk with the data is full (${code}): free some space, then start again`);
  if (code === 'EROFS')
    return new StoreError(
      `The disk with the data is read-only (${code}): make it writable, then start again`,
    );
  if (tooManyFiles.has(code))
    return new StoreError(
      `This process can't open more files (${code}): raise its limit, with ulimit -n or LimitNOFILE`,
    );
  if (unreadable.has(code))
    return new StoreError(`The disk with the data fails (${code}): check it, then start again`);
  if (damaged.has(code))
    return new StoreError(`The database is damaged (${String(message)}): restore it from a backup`);
  if (code === outOfConnections)
    return new StoreError(
      `The database has no free connection (${String(message)}): close others or raise the limit, then start again`,
    );
  if (passing.test(code) && sqlState.test(code))
    return new StoreError(
      `The database isn't available (${String(message)}, ${code}): start again once it is`,
    );
  // EPERM looks like one of them.
  if (sqlState.test(code) && !code.startsWith('E'))
    return new StoreError(
      `The database failed (${String(message)}, ${code}): if it is damaged, restore it from a backup`,
    );
  return undefined;
}
