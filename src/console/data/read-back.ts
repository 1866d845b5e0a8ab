import { isStatus, NotDone, sentencesOf, StillUnknown } from '../api/errors.ts';
import { isSame } from '../lib/changes-to.ts';
import { msg } from '../lib/text.ts';
import type { Outcome } from '../ui/bulk/use-bulk-run.ts';
import type { LostWrite, ReadBack, WriteResult, Written } from './write.ts';

/** Says that it's unknown whether a write was done. */
export function unknownText({ yes }: Pick<ReadBack<never>, 'yes'>): string {
  return `The response was lost, so it's not known whether ${yes}.`;
}

/** Reads a new record back. @param find returns the record if it exists */
export function creation<Item>(name: string, find: () => Promise<Item | undefined>): ReadBack<Item> {
  return { yes: msg`${name} was created`, no: msg`${name} wasn't created`, find };
}

/**
 * Reads a changed record back.
 * @param what was changed, as in "Acme"
 * @param data the fields that were sent. Secrets are in no record: a change to nothing else can't be read back
 * @param read reads the record, bypassing the cache
 */
export function change<Item extends object>(
  what: string,
  data: object,
  read: () => Promise<Item>,
): ReadBack<Item> {
  const yes = msg`${what} was saved`;
  const find = async () => {
    const record = await read();
    if (!Object.keys(data).some((name) => name in record)) throw unreadable({ yes });
    return agrees(record, data) ? record : undefined;
  };
  return { yes, no: msg`${what} wasn't saved`, find };
}

/** Reads a deleted record back. @param read throws an ApiError with a 404 if it no longer exists */
export function deletion(name: string, read: () => Promise<unknown>): ReadBack<object> {
  const find = async () => {
    try {
      await read();
      return undefined;
    } catch (error) {
      if (isStatus(error, 404)) return {};
      throw error;
    }
  };
  // A job that the service doesn't report may still delete it.
  return { yes: msg`${name} was deleted`, no: msg`${name} hasn't been deleted`, find };
}

/** The error for a write that no record shows. Only for writes that can be repeated without harm. */
export function unreadable(write: Pick<ReadBack<never>, 'yes'>): NotDone {
  return new NotDone(`${unknownText(write)} That can't be read back, but it's safe to repeat.`);
}

/** Whether a record has the values that were sent, as far as it reports these fields. */
export function agrees(record: object, data: object): boolean {
  const values = new Map<string, unknown>(Object.entries(record));
  const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
  return Object.entries(data).every(
    ([name, sent]) => !values.has(name) || isSame(trimmed(values.get(name)), trimmed(sent)),
  );
}

/** A write may continue for a moment after its response was lost. */
const pauses = [0, 1_000, 2_000];

/** Finds out what a lost write did. @throws NotDone, ApiError if that can't be read */
export async function readBack<Item>({ lost }: LostWrite<Item>): Promise<Written<Item>> {
  for (const pause of pauses) {
    if (pause > 0)
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
      });
    const found = await lost.find();
    if (found) return found;
  }
  throw new NotDone(`The response was lost, and ${lost.no}.`);
}

/** What a write did, read back once if its response was lost. @throws NotDone, StillUnknown, ApiError */
export async function settled<Item>(write: Promise<WriteResult<Item>>): Promise<Written<Item>> {
  const result = await write;
  if (!('lost' in result)) return result;
  try {
    return await readBack(result);
  } catch (error) {
    if (error instanceof NotDone) throw error;
    throw new StillUnknown([unknownText(result.lost), ...sentencesOf(error)].join(' '));
  }
}

/** What an action on one of many items did. */
export function toOutcome(result: WriteResult<unknown>): Outcome {
  if (!('lost' in result)) return result.done ? 'done' : 'job';
  const check = async (): Promise<Outcome> => {
    try {
      return toOutcome(await readBack(result));
    } catch (error) {
      if (error instanceof NotDone) throw error;
      return { detail: [unknownText(result.lost), ...sentencesOf(error)], check };
    }
  };
  return { detail: [unknownText(result.lost)], check };
}

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
