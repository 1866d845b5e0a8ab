import { jobsEndpoints } from '../../contract/endpoints/jobs.ts';
import { jobPathIn, type JobStatus } from '../../contract/jobs.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { CallInput } from '../api/client.ts';
import { plannedRequest, type PlannedRequest } from '../api/planned-request.ts';
import { call } from './service/call.ts';
import { ApiError } from '../api/errors.ts';
import { trackJob } from './jobs/track-job.ts';
import type { JobRequest } from './jobs/tracked-job.ts';
import { msg } from '../lib/text.ts';

/** What a write did: the record, if the service returned it, or nothing yet because a job carries it on. */
export type Written<Item> = { done: true; record: Item | undefined } | { done: false; job: string };

/** How to find out what a write did whose response was lost. */
export interface ReadBack<Item> {
  /** That it was done: "Acme was created". */
  yes: string;
  /** That it wasn't: "Acme wasn't created". */
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
export type Settle = <Item>(write: Promise<WriteResult<Item>>) => Promise<Written<Item>>;

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
      // Endpoints that write a record return it, or the status of a job.
      return write(call(endpoint, input) as Promise<unknown> as Promise<WriteResponse<Item>>, lost, job);
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
    if (status === 0 || status === 401 || status >= 500) throw error;
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
