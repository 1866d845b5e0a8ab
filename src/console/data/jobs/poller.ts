import { jobsEndpoints } from '../../../contract/endpoints/jobs.ts';
import { jobIdOf } from '../../../contract/jobs.ts';
import { ApiError } from '../../../client/errors.ts';
import { msg } from '../../lib/text.ts';
import { notify } from '../notifications/notify.ts';
import { call } from '../../api/exchange.ts';
import { areDifferent, meansSignedOut, stillSignedIn } from '../session/queries.ts';
import { announce } from './announce.ts';
import { findJob, getJobs, putJob } from './job-store.ts';
import { getJobSettings } from './settings.ts';
import { removeStatus } from './track-job.ts';
import { isEnded, nextCheck, react, type CheckResult } from './tracked-job.ts';

const maxInFlight = 6;
/** Polling hundreds of jobs slows down neither the page nor the service: few requests, and the page rests between them. */
const tickMilliseconds = 250;

/**
 * Polls the status of every running job. Only one of this browser's tabs polls at a time.
 * @param user path of the jobs' owner
 * @returns a function that stops polling
 */
export function startPolling(user: string): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stop = () => stopping.abort();
  // Requests that the browser cancels while leaving the page aren't failures.
  addEventListener('pagehide', stop, { signal });
  void whileElected(user, signal, async () => poll(user, signal));
  return stop;
}

/** Runs `work` in this tab once no other tab does, until the signal aborts. */
async function whileElected(user: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await navigator.locks.request(`palisade-jobs ${user}`, { signal }, work);
  } catch {
    // There are no locks without a secure context, or if the browser blocks the site's data: every tab polls.
    if (!signal.aborted) await work();
  }
}

/** Polls until the signal aborts. */
async function poll(user: string, signal: AbortSignal): Promise<void> {
  const inFlight = new Set<string>();
  const tick = () => {
    const { pace } = getJobSettings();
    const due = getJobs()
      .filter(({ path }) => !inFlight.has(path))
      .map((job) => ({ path: job.path, at: nextCheck(job, pace) ?? Number.POSITIVE_INFINITY }))
      .filter(({ at }) => at <= Date.now())
      .toSorted((one, other) => one.at - other.at);
    for (const { path } of due.slice(0, maxInFlight - inFlight.size)) {
      inFlight.add(path);
      void check(user, path, signal).finally(() => inFlight.delete(path));
    }
  };
  tick();
  const timer = setInterval(tick, tickMilliseconds);
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  clearInterval(timer);
}

async function check(user: string, path: string, signal: AbortSignal): Promise<void> {
  const result = await fetchStatus(user, path, signal);
  // It may have been dropped, in this tab or another, while the request was in flight.
  const job = findJob(path);
  if (!result || !job || isEnded(job)) return;
  const next = react(job, result, Date.now());
  putJob(next);
  if (isEnded(next)) announce(next);
  if (!isEnded(next) || next.phase === 'removed' || !getJobSettings().removeRead) return;
  try {
    await removeStatus(path);
    if (findJob(path)) putJob({ ...next, cleared: true });
  } catch (error) {
    notify.error(msg`Couldn't remove the status of ${next.title}`, error);
  }
}

/** The job's status, or why it's unknown; undefined if polling was stopped. */
async function fetchStatus(
  user: string,
  path: string,
  signal: AbortSignal,
): Promise<CheckResult | undefined> {
  try {
    const { body } = await call(jobsEndpoints.getJobStatus, {
      params: { id: jobIdOf(path) },
      isPolling: true,
      signal,
    });
    return { status: body };
  } catch (error) {
    if (signal.aborted) return undefined;
    // The job is also invisible without a session or in another user's; that doesn't mean it has ended.
    const ambiguous = error instanceof ApiError && [400, 403, 404].includes(error.status);
    return (ambiguous ? await sessionProblem(user) : undefined) ?? failedCheck(error);
  }
}

function failedCheck(error: unknown): CheckResult {
  if (!(error instanceof ApiError)) return { problem: 0, reason: String(error) };
  const { status, kind, detail, retryAfterSeconds } = error;
  if (kind === 'sign-in-proxy') return { problem: 401, reason: detail.join('; ') };
  // A proxy's response is a network problem, regardless of its status.
  return { problem: kind === 'problem' ? status : 0, reason: detail.join('; '), retryAfterSeconds };
}

async function sessionProblem(user: string): Promise<CheckResult | undefined> {
  try {
    const current = await stillSignedIn();
    if (!current) return { problem: 401, reason: "You're signed out" };
    return areDifferent(current, { user })
      ? { problem: 401, reason: 'Another user is signed in to this browser' }
      : undefined;
  } catch (error) {
    // If the service never says who is signed in, this says nothing about the job.
    return meansSignedOut(error) ? undefined : failedCheck(error);
  }
}
