import { jobsEndpoints } from '../../../contract/endpoints/jobs.ts';
import { jobIdOf, type JobStatus } from '../../../contract/jobs.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { notify } from '../notifications/notify.ts';
import { areDifferent, meansSignedOut, stillSignedIn } from '../session/queries.ts';
import { announce } from './announce.ts';
import { getJobs, putJob, subscribe } from './job-store.ts';
import { react, repaced, type JobAnswer } from './reactions.ts';
import { removeStatus } from './remove-status.ts';
import { getJobSettings, onJobSettings } from './settings.ts';
import { isEnded, type TrackedJob } from './tracked-job.ts';

const inFlightMost = 6;
/** Between two requests: hundreds of jobs leave the page time for its frames, and the service for others. */
const apartMilliseconds = 32;

const longestTimer = 60_000;

/**
 * Asks for the status of every running job, in one tab of this browser at a time: one that can be seen, while there is
 * a network.
 * @param user path of the user whose jobs these are
 * @returns the way to stop
 */
export function startPolling(user: string): () => void {
  let duty: AbortController | undefined;
  const choose = () => {
    const able = document.visibilityState === 'visible' && navigator.onLine;
    if (able && !duty) {
      duty = new AbortController();
      void elected(user, duty.signal, poll(user, duty.signal));
    } else if (!able && duty) {
      duty.abort();
      duty = undefined;
    }
  };
  document.addEventListener('visibilitychange', choose);
  addEventListener('online', choose);
  // What a page that is being left did not get is no failure.
  const leave = () => {
    duty?.abort();
    duty = undefined;
  };
  addEventListener('pagehide', leave);
  addEventListener('offline', choose);
  choose();
  return () => {
    document.removeEventListener('visibilitychange', choose);
    removeEventListener('online', choose);
    removeEventListener('pagehide', leave);
    removeEventListener('offline', choose);
    duty?.abort();
  };
}

/** Runs the work in this tab once no other has it, until the signal. */
async function elected(user: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  // A page without a secure context has no locks: then every tab asks for itself.
  if (!('locks' in navigator)) return work();
  try {
    await navigator.locks.request(`palisade-jobs ${user}`, { signal }, work);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Polls until the signal; then waits for nothing any more. */
function poll(user: string, signal: AbortSignal): () => Promise<void> {
  const inFlight = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt = 0;

  const tick = () => {
    clearTimeout(timer);
    if (signal.aborted || inFlight.size >= inFlightMost) return;
    const waiting = getJobs().filter((job) => job.phase === 'running' && !inFlight.has(job.path));
    const job = waiting.toSorted((a, b) => dueAt(a) - dueAt(b))[0];
    if (job?.nextAt === undefined) return;
    const now = Date.now();
    const wait = Math.max(job.nextAt, askedAt + apartMilliseconds) - now;
    if (wait > 0) {
      // Not all at once: a timer can be no longer than a few weeks, and the clock may be set.
      timer = setTimeout(tick, Math.min(wait, longestTimer));
      return;
    }
    askedAt = now;
    inFlight.add(job.path);
    void check(user, job, signal).finally(() => {
      inFlight.delete(job.path);
      tick();
    });
    tick();
  };
  const repace = () => {
    for (const job of getJobs()) {
      if (job.phase === 'running') putJob(repaced(job, getJobSettings().pace, Date.now()));
    }
  };

  return () =>
    new Promise((resolve) => {
      const unsubscribe = subscribe(tick);
      const unsettle = onJobSettings(repace);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        unsubscribe();
        unsettle();
        resolve();
      });
      tick();
    });
}

function dueAt(job: TrackedJob): number {
  return job.nextAt ?? Number.POSITIVE_INFINITY;
}

async function check(user: string, { path }: TrackedJob, signal: AbortSignal): Promise<void> {
  const answer = await ask(user, path, signal);
  // It may have been dropped, here or in another tab, while the request was under way.
  const job = getJobs().find((candidate) => candidate.path === path);
  if (!answer || !job || isEnded(job)) return;
  const next = react(job, answer, Date.now(), getJobSettings().pace, Math.random());
  putJob(next);
  if (next.phase === 'signed-out') {
    for (const other of getJobs()) {
      if (other.phase === 'running') putJob(react(other, answer, Date.now(), 'off', 0));
    }
  }
  if (isEnded(next)) announce(next);
  const wasRead = next.phase === 'done' || next.phase === 'failed';
  if (wasRead && getJobSettings().removeRead) {
    await removeStatus(path).then(
      () => {
        const still = getJobs().find((candidate) => candidate.path === path);
        if (still) putJob({ ...still, cleared: true });
      },
      (error: unknown) => notify.error(`The status of ${next.title} was not removed`, error),
    );
  }
}

/** The status, the problem, or nothing where this tab is to stop asking. */
async function ask(user: string, path: string, signal: AbortSignal): Promise<JobAnswer | undefined> {
  try {
    const { body } = await call(jobsEndpoints.getJobStatus, { params: { id: jobIdOf(path) }, signal });
    const status: Partial<JobStatus> = body ?? {};
    return typeof status.finished === 'boolean'
      ? { status: { ...body, message: typeof status.message === 'string' ? status.message : '' } }
      : {
          problem: 0,
          reason: 'The answer is not a job status: it does not say whether the job has finished',
        };
  } catch (error) {
    if (signal.aborted) return undefined;
    // Without a session, or in another user's, the job isn't visible either; that is not its end.
    const unclear = error instanceof ApiError && [400, 403, 404].includes(error.status);
    return (unclear ? await problemOfSession(user) : undefined) ?? problemOf(error);
  }
}

function problemOf(error: unknown): JobAnswer {
  if (!(error instanceof ApiError)) return { problem: 0, reason: String(error) };
  const { status, kind, detail, retryAfterSeconds } = error;
  // Where something in between answered, that is trouble on the way, whatever status it chose.
  return { problem: kind === 'problem' ? status : 0, reason: detail.join('; '), retryAfterSeconds };
}

async function problemOfSession(user: string): Promise<JobAnswer | undefined> {
  try {
    const current = await stillSignedIn();
    if (!current) return { problem: 401, reason: 'You are signed out' };
    return areDifferent(current, { user })
      ? { problem: 401, reason: 'Another user is signed in in this browser' }
      : undefined;
  } catch (error) {
    // A service that never says who is signed in says nothing of the job.
    return meansSignedOut(error) ? undefined : problemOf(error);
  }
}
