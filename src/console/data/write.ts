import { useState } from 'react';
import { jobsEndpoints } from '../../contract/endpoints/jobs.ts';
import { jobPathIn, type JobStatus } from '../../contract/jobs.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { CallInput } from '../api/client.ts';
import { plannedRequest, type PlannedRequest } from '../api/planned-request.ts';
import { call } from './service/call.ts';
import { ApiError, byField, isStatus, NotDone, sentencesOf, StillUnknown } from '../api/errors.ts';
import { whileBusy } from '../api/retries.ts';
import { trackJob } from './jobs/track-job.ts';
import type { JobRequest } from './jobs/tracked-job.ts';
import { msg } from '../lib/text.ts';
import { isSame } from '../lib/changes-to.ts';
import { queryClient } from '../query-client.ts';
import type { FormProblems } from '../ui/form-shell.tsx';
import type { Lost } from '../ui/lost-response.tsx';

/** What a write did: the record, if the service returned it, or nothing yet because a job carries it on. */
export type Written<Item> =
  | { done: true; record: Item | undefined }
  | { done: false; record?: undefined; job: string };

/** How to find out what a write did whose response was lost. */
export interface ReadBack<Item> {
  /** That it was done: "Acme was created". */
  yes: string;
  /** That it wasn't: "Acme hasn't been created so far". */
  no: string;
  /**
   * Reads back what the write should have done.
   * @returns undefined if it wasn't done @throws NotDone if no record can show that, ApiError
   */
  find(): Promise<Item | undefined>;
}

/** A write whose response was lost, and how to find out whether it was done. */
export interface LostWrite<Item> {
  lost: Pick<ReadBack<Item>, 'yes' | 'no'> & {
    /** Undefined if nothing was done. */
    find(): Promise<Written<Item> | undefined>;
  };
}

/** The result of a write. `useSend` finds out what a lost one did. */
export type WriteResult<Item> = Written<Item> | LostWrite<Item>;

/** Waits for what a write did. If its response was lost, that's read back, until it's known. @throws NotDone, ApiError */
export type Settle = <Item>(writing: Promise<WriteResult<Item>>) => Promise<Written<Item>>;

type WriteResponse<Item> = { status: 200 | 201; body: Item | undefined } | { status: 202; body: JobStatus };

/**
 * The result of a write, whose job is tracked if there is one.
 * @param response of the request
 * @param readBack finds out what was done if the response is lost
 * @param job what a job is shown as; undefined if the service never starts one
 * @throws ApiError if the write failed
 */
export async function write<Item>(
  response: Promise<WriteResponse<Item>>,
  readBack: ReadBack<Item>,
  job?: JobRequest,
): Promise<WriteResult<Item>> {
  try {
    const { status, body } = await response;
    if (status !== 202) return { done: true, record: body };
    if (job) trackJob(body, job);
    return { done: false, job: body.delayed_job_status_resource };
  } catch (error) {
    const id = error instanceof ApiError ? error.lostRequest : undefined;
    if (id === undefined) throw error;
    const find = async (): Promise<Written<Item> | undefined> => {
      const started = job && (await startedJob(id));
      if (job && started) {
        trackJob(started, job);
        return { done: false, job: started.delayed_job_status_resource };
      }
      const record = await readBack.find();
      return record === undefined ? undefined : { done: true, record };
    };
    return { lost: { yes: readBack.yes, no: readBack.no, find } };
  }
}

/** A write that isn't sent yet. */
export interface PlannedWrite<Item> {
  /** @param origin the gateway's, if not this page's */
  preview(origin?: string): PlannedRequest;
  send(): Promise<WriteResult<Item>>;
}

/** Looks for what creations made whose responses were lost, by what would have been done. */
const lostCreations = new Map<string, () => Promise<Written<unknown> | undefined>>();

/**
 * Plans a write of a record.
 * @param readBack as of `write`. It's called right before the request, to know what existed then
 * @param job as of `write`
 */
export function planWrite<E extends Endpoint, Item>(
  endpoint: E,
  input: CallInput<E>,
  readBack: () => ReadBack<Item> | Promise<ReadBack<Item>>,
  job: JobRequest,
): PlannedWrite<Item> {
  return {
    preview: (origin) => plannedRequest(endpoint, input, origin),
    send: async () => {
      const lost = await readBack();
      // Work may have ended after the console had stopped looking.
      const late = (await lostCreations.get(lost.yes)?.()) as Written<Item> | undefined;
      const record = late?.record;
      if (late && (!record || agrees(record, Object(input.body).data as object))) {
        lostCreations.delete(lost.yes);
        return late;
      }
      // Endpoints that write a record return it, or the status of a job.
      const result = await write(
        call(endpoint, input) as Promise<unknown> as Promise<WriteResponse<Item>>,
        lost,
        job,
      );
      if (endpoint.method === 'POST' && 'lost' in result) lostCreations.set(lost.yes, result.lost.find);
      else lostCreations.delete(lost.yes);
      return result;
    },
  };
}

/** The job that a request started; undefined if there's none, or if the service can't say (extension). */
async function startedJob(requestId: string): Promise<JobStatus | undefined> {
  try {
    const { body } = await call(jobsEndpoints.getStartedJob, { params: { request_id: requestId } });
    return jobPathIn(String(Object(body).delayed_job_status_resource ?? '')) === undefined ? undefined : body;
  } catch (error) {
    const { status } = error instanceof ApiError ? error : { status: 0 };
    if (status === 0 || status === 401 || status === 429 || status >= 500) throw error;
    return undefined;
  }
}

/** What a job is shown as that changes or deletes a record. */
export function jobFor(
  doing: 'changing' | 'deleting',
  what: string,
  path: string,
  changes: readonly string[],
): JobRequest {
  const title = msg`${doing === 'deleting' ? 'Delete' : 'Save'} ${what}`;
  return { title, changes, affects: { path, doing } };
}

/** Says that it's unknown whether a write was done. */
export function unknownText({ yes }: Pick<ReadBack<never>, 'yes'>): string {
  return `The response was lost, so it's not known whether ${yes}.`;
}

/** Reads a new record back. @param find returns the record if it exists */
export function creation<Item>(name: string, find: () => Promise<Item | undefined>): ReadBack<Item> {
  return { yes: msg`${name} was created`, no: msg`${name} hasn't been created so far`, find };
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
export function unreadable(lost: Pick<ReadBack<never>, 'yes'>): NotDone {
  return new NotDone(`${unknownText(lost)} That can't be read back, but it's safe to repeat.`);
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
export async function findLost<Item>({ lost }: LostWrite<Item>): Promise<Written<Item>> {
  for (const pause of pauses) {
    if (pause > 0)
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
      });
    const found = await whileBusy(() => lost.find(), new AbortController().signal);
    if (found) return found;
  }
  throw new NotDone(`The response was lost, and ${lost.no}.`);
}

const none: FormProblems = { rest: [] };

/** Sends a form, or what a dialog confirms. If the response is lost, it finds out what was done before anything is repeated. */
export function useSend() {
  const [problems, setProblems] = useState(none);
  const [submitting, setSubmitting] = useState(false);
  const [lost, setLost] = useState<Lost>();
  const settle: Settle = async (writing) => {
    const result = await writing;
    if (!('lost' in result)) return result;
    const text = unknownText(result.lost);
    for (;;) {
      try {
        setLost((before) => ({ ...before, text, onCheck: undefined }));
        const written = await findLost(result);
        setLost(undefined);
        return written;
      } catch (error) {
        // A change to a record that no longer exists isn't unknown.
        if (error instanceof NotDone || isStatus(error, 404)) {
          setLost(undefined);
          throw error;
        }
        const failed = sentencesOf(error);
        await new Promise<void>((resolve) => setLost({ text, failed, onCheck: resolve }));
      }
    }
  };
  /** @param known the names of the form's fields @returns the service's problems with these; the rest is in `problems` */
  async function send(action: (settle: Settle) => Promise<void>, known: readonly string[] = []) {
    setProblems(none);
    setSubmitting(true);
    try {
      await action(settle);
      return {};
    } catch (error) {
      // Someone else has deleted what the page shows.
      if (isStatus(error, 404)) void queryClient.invalidateQueries();
      const { fields, ...others } = problemsOf(error, known);
      setProblems(others);
      return fields;
    } finally {
      setSubmitting(false);
    }
  }
  return { problems, submitting, lost, send };
}

/** Why the service rejected something, by the field that each problem begins with. */
function problemsOf(error: unknown, known: readonly string[]) {
  // `role_resources.0: …` belongs to the `role_resources` field.
  const detail = sentencesOf(error).map((sentence) => sentence.replace(/^([a-z_]+)\.[\w.]+:/, '$1:'));
  const { fields, rest } = byField(detail, known);
  const joined = Object.entries(fields).map(([name, messages]): [string, string] => [
    name,
    messages.join('; '),
  ]);
  // The session had ended, or the response was lost and nothing was done.
  const mayRepeat = isStatus(error, 401) || error instanceof NotDone;
  return { fields: Object.fromEntries(joined), rest, mayRepeat };
}

/** What a write did, read back once if its response was lost. @throws NotDone, StillUnknown, ApiError */
export async function settled<Item>(writing: Promise<WriteResult<Item>>): Promise<Written<Item>> {
  const result = await writing;
  if (!('lost' in result)) return result;
  try {
    return await findLost(result);
  } catch (error) {
    if (error instanceof NotDone) throw error;
    throw new StillUnknown([unknownText(result.lost), ...sentencesOf(error)].join(' '));
  }
}

/**
 * The result of a write to a record; undefined if the record no longer exists.
 * @param read reads the record: a service that lacks the write responds to it with 404 as well
 * @throws what the write throws for other reasons
 */
export async function unlessGone<Result>(
  writing: Promise<Result>,
  read: () => Promise<unknown>,
): Promise<Result | undefined> {
  try {
    return await writing;
  } catch (error) {
    const isMissing = (problem: unknown) => isStatus(problem, 404);
    if (isMissing(error) && (await read().then(() => false, isMissing))) return undefined;
    throw error;
  }
}

/**
 * Deletes a record that's only listed. After a 404, it's done if it's no longer listed: a service that lacks the request responds
 * with 404 as well.
 */
export async function deleteListed(
  deleting: Promise<WriteResponse<unknown>>,
  words: Pick<ReadBack<never>, 'yes' | 'no'>,
  isListed: () => Promise<boolean>,
): Promise<WriteResult<unknown>> {
  try {
    return await write(deleting, { ...words, find: async () => ((await isListed()) ? undefined : {}) });
  } catch (error) {
    if (!isStatus(error, 404) || (await isListed().catch(() => true))) throw error;
    return { done: true, record: undefined };
  }
}
