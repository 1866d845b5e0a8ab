import { useState } from 'react';
import type { JobStatus } from '../../contract/jobs.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { CallInput } from '../../client/request.ts';
import { plannedRequest, type PlannedRequest } from '../api/planned-request.ts';
import { call } from '../api/exchange.ts';
import { ApiError, isNotOffered, isStatus } from '../../client/errors.ts';
import { byField, lostTitle, sentencesOf, UnknownOutcome } from '../api/errors.ts';
import { trackJob } from './jobs/track-job.ts';
import type { JobRequest } from './jobs/tracked-job.ts';
import { changedBy, type RecordType } from './refresh.ts';
import { msg } from '../lib/text.ts';
import { queryClient } from '../query-client.ts';
import type { FormProblems } from '../ui/form-shell.tsx';

/** What a write did: the record, if the service returned it, or nothing yet because a job carries it on. */
export type Written<Item> =
  | { done: true; record: Item | undefined }
  | { done: false; record?: undefined; job: string };

type WriteResponse<Item> = { status: 200 | 201; body: Item | undefined } | { status: 202; body: JobStatus };

/**
 * The result of a write, whose job is tracked if there is one.
 * @param response of the request
 * @param possibly what may have happened if the response is lost: "Acme may have been created."
 * @param job what a job is shown as; undefined if the service never starts one
 * @throws ApiError if the write failed, UnknownOutcome if its response was lost
 */
export async function write<Item>(
  response: Promise<WriteResponse<Item>>,
  possibly: string,
  job?: JobRequest,
): Promise<Written<Item>> {
  try {
    const { status, body } = await response;
    if (status !== 202) return { done: true, record: body };
    if (job) trackJob(body, job);
    return { done: false, job: body.delayed_job_status_resource };
  } catch (error) {
    throw error instanceof ApiError && error.mayBeDone ? new UnknownOutcome(possibly) : error;
  }
}

/** A write that isn't sent yet. */
export interface PlannedWrite<Item> {
  preview(): PlannedRequest;
  /** @throws as `write` */
  send(): Promise<Written<Item>>;
}

/** Plans a write. @param possibly and @param job as of `write` */
export function planWrite<E extends Endpoint, Item>(
  endpoint: E,
  input: CallInput<E>,
  possibly: string,
  job?: JobRequest,
): PlannedWrite<Item> {
  return {
    preview: () => plannedRequest(endpoint, input),
    send: () =>
      // Endpoints that write a record return it, or the status of a job.
      write(call(endpoint, input) as Promise<unknown> as Promise<WriteResponse<Item>>, possibly, job),
  };
}

/** What a job is shown as that changes or deletes a record, and what it refreshes in the end. */
export function jobFor(
  type: RecordType,
  doing: 'changing' | 'deleting',
  what: string,
  path: string,
): JobRequest {
  const title = msg`${doing === 'deleting' ? 'Delete' : 'Save'} ${what}`;
  return { title, changes: changedBy[type], affects: { path, doing } };
}

/** The same for a job that creates a record. */
export function creationJob(type: RecordType, what: string): JobRequest {
  return { title: msg`Create ${what}`, changes: changedBy[type] };
}

const none: FormProblems = { rest: [] };

/** Sends a form, or what a dialog confirms. */
export function useSend() {
  const [problems, setProblems] = useState(none);
  const [submitting, setSubmitting] = useState(false);
  /** @param known the names of the form's fields @returns the service's problems with these; the rest is in `problems` */
  async function send(action: () => Promise<void>, known: readonly string[] = []) {
    setProblems(none);
    setSubmitting(true);
    try {
      await action();
      return {};
    } catch (error) {
      // Someone else has deleted what the page shows, or it may have been written.
      if (isStatus(error, 404) || error instanceof UnknownOutcome) void queryClient.invalidateQueries();
      const { fields, ...others } = problemsOf(error, known);
      setProblems(others);
      return fields;
    } finally {
      setSubmitting(false);
    }
  }
  return { problems, submitting, send };
}

/** Why the service rejected something, by the field that each problem begins with. */
function problemsOf(error: unknown, known: readonly string[]) {
  if (error instanceof UnknownOutcome)
    return { fields: {}, title: lostTitle, rest: [error.possibly], mayRepeat: true };
  // `role_resources.0: …` belongs to the `role_resources` field.
  const detail = sentencesOf(error).map((sentence) => sentence.replace(/^([a-z_]+)\.[\w.]+:/, '$1:'));
  // The session had ended.
  return { ...byField(detail, known), mayRepeat: isStatus(error, 401) };
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

/** The result of deleting what's only listed. If someone else has already deleted it, that's as good. */
export async function deleteListed(deleting: Promise<Written<unknown>>): Promise<Written<unknown>> {
  try {
    return await deleting;
  } catch (error) {
    if (!isStatus(error, 404) || isNotOffered(error)) throw error;
    return { done: true, record: undefined };
  }
}
