import { jobsEndpoints } from '../../../contract/endpoints/jobs.ts';
import { jobIdOf } from '../../../contract/jobs.ts';
import { call } from '../service/call.ts';
import { ApiError } from '../../../client/errors.ts';
import { notify } from '../notifications/notify.ts';
import { areDifferent, meansSignedOut, stillSignedIn } from '../session/queries.ts';
import { announceEnd } from './announce.ts';
import { getJobs, putJob, subscribe } from './job-store.ts';
import { react, rescheduled, type CheckResult } from './reactions.ts';
import { removeStatus } from './track-job.ts';
import { getJobSettings, onJobSettings } from './settings.ts';
import { isEnded, type TrackedJob } from './tracked-job.ts';
import { msg } from '../../lib/text.ts';

const maxInFlight = 6;
/** Between two requests, so that polling hundreds of jobs slows down neither the page nor the service. */
const requestGapMilliseconds = 32;

const maxTimerMilliseconds = 60_000;

/**
 * Polls the status of every running job. Only one of this browser's tabs polls at a time, and only while it's visible
 * and online.
 * @param user path of the jobs' owner
 * @returns a function that stops polling
 */
export function startPolling(user: string): () => void {
  let session: AbortController | undefined;
  const stop = () => {
    session?.abort();
    session = undefined;
  };
  const startOrStop = () => {
    const active = document.visibilityState === 'visible' && navigator.onLine;
    if (!active) stop();
    else if (!session) {
      session = new AbortController();
      void whileElected(user, session.signal, poll(user, session.signal));
    }
  };
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('visibilitychange', startOrStop, { signal });
  addEventListener('online', startOrStop, { signal });
  addEventListener('offline', startOrStop, { signal });
  // Requests that the browser cancels while leaving the page aren't failures.
  addEventListener('pagehide', stop, { signal });
  startOrStop();
  return () => {
    listening.abort();
    stop();
  };
}

/** Runs `work` in this tab once no other tab does, until the signal aborts. */
async function whileElected(user: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  // Without a secure context there are no locks, and every tab polls.
  if (!('locks' in navigator)) return work();
  try {
    await navigator.locks.request(`palisade-jobs ${user}`, { signal }, work);
  } catch (error) {
    if (signal.aborted) return;
    // The browser blocks the site's data, and locks with it.
    if (error instanceof DOMException && error.name === 'SecurityError') return work();
    throw error;
  }
}

/** Polls until the signal aborts. */
function poll(user: string, signal: AbortSignal): () => Promise<void> {
  const inFlight = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let requestedAt = 0;

  const tick = () => {
    clearTimeout(timer);
    if (signal.aborted || inFlight.size >= maxInFlight) return;
    const waiting = getJobs().filter((job) => job.phase === 'running' && !inFlight.has(job.path));
    const job = waiting.toSorted((a, b) => dueAt(a) - dueAt(b))[0];
    if (job?.nextAt === undefined) return;
    const now = Date.now();
    const wait = Math.max(job.nextAt, requestedAt + requestGapMilliseconds) - now;
    if (wait > 0) {
      // Waits in steps: timers are limited to a few weeks.
      timer = setTimeout(tick, Math.min(wait, maxTimerMilliseconds));
      return;
    }
    requestedAt = now;
    inFlight.add(job.path);
    void check(user, job, signal).finally(() => {
      inFlight.delete(job.path);
      tick();
    });
    tick();
  };
  const reschedule = () => {
    for (const job of getJobs()) {
      if (job.phase === 'running') putJob(rescheduled(job, getJobSettings().pace, Date.now()));
    }
  };

  return () =>
    new Promise((resolve) => {
      const unsubscribe = subscribe(tick);
      const unsubscribeSettings = onJobSettings(reschedule);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        unsubscribe();
        unsubscribeSettings();
        resolve();
      });
      tick();
    });
}

function dueAt(job: TrackedJob): number {
  return job.nextAt ?? Number.POSITIVE_INFINITY;
}

async function check(user: string, { path }: TrackedJob, signal: AbortSignal): Promise<void> {
  const result = await fetchStatus(user, path, signal);
  // It may have been dropped, in this tab or another, while the request was in flight.
  const job = getJobs().find((candidate) => candidate.path === path);
  if (!result || !job || isEnded(job)) return;
  const next = react(job, result, Date.now(), getJobSettings().pace, Math.random());
  putJob(next);
  if (next.phase === 'signed-out') {
    for (const other of getJobs()) {
      if (other.phase === 'running') putJob(react(other, result, Date.now(), 'off', 0));
    }
  }
  if (isEnded(next)) announceEnd(next);
  const wasRead = next.phase === 'done' || next.phase === 'failed';
  if (wasRead && getJobSettings().removeRead) {
    await removeStatus(path).then(
      () => {
        const still = getJobs().find((candidate) => candidate.path === path);
        if (still) putJob({ ...still, cleared: true });
      },
      (error: unknown) => notify.error(msg`Couldn't remove the status of ${next.title}`, error),
    );
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
    const { message }: { message?: unknown } = body;
    return { status: { ...body, message: typeof message === 'string' ? message : '' } };
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
