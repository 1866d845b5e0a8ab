import { createStore, useStore } from '../../lib/store.ts';
import { isEnded, type TrackedJob } from './tracked-job.ts';

/** Jobs beyond this are forgotten, those that ended first. */
const most = 500;
const betweenMilliseconds = 250;

let owner: string | undefined;
let jobs: readonly TrackedJob[] = [];
/** What pages show: published at intervals, so that many changes in a row don't restart rendering each time. */
const published = createStore(jobs);
let publishing: ReturnType<typeof setTimeout> | undefined;
let publishedAt = 0;
const endListeners = new Set<(job: TrackedJob) => void>();

// One entry for each job, so that tabs that write at the same time do not undo each other's work.
const prefixOf = (user: string) => `palisade-job ${user} `;
const keyOf = (path: string) => `${prefixOf(owner ?? '')}${path}`;

/** The jobs of the signed-in user that this browser knows, latest first. */
export function useJobs(): readonly TrackedJob[] {
  return useStore(published);
}

/** As `useJobs`, outside of components, and up to the moment. */
export function getJobs(): readonly TrackedJob[] {
  return jobs;
}

/** Calls the listener after every change, whichever tab made it. @returns the way to stop */
export const { subscribe } = published;

/** Calls the listener in every tab when a job has ended. @returns the way to stop */
export function onJobEnded(listener: (job: TrackedJob) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/**
 * Shows the jobs of a user: what this browser remembers, and what other tabs add. Each user has entries of their own.
 * @param user the user's path
 * @returns the way to hide them again
 */
export function openJobs(user: string): () => void {
  owner = user;
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(user)));
  begin(sorted(keys.flatMap((key) => parse(localStorage.getItem(key)) ?? [])));
  addEventListener('storage', onStorage);
  return () => {
    removeEventListener('storage', onStorage);
    owner = undefined;
    begin([]);
  };
}

/** Another user's jobs, or nobody's: what was there before is shown no longer, not even for a moment. */
function begin(list: readonly TrackedJob[]): void {
  jobs = list;
  published.set(list);
}

/** Adds or replaces a job, for every tab. */
export function putJob(job: TrackedJob): void {
  if (owner === undefined) return;
  try {
    localStorage.setItem(keyOf(job.path), JSON.stringify(job));
  } catch {
    // The browser gives no more room: the job lives in this tab alone.
  }
  take(job);
  for (const old of jobs.filter(isEnded).slice(most - 1)) dropJob(old.path);
}

/** Forgets a job, in every tab. */
export function dropJob(path: string): void {
  localStorage.removeItem(keyOf(path));
  leave(path);
}

function onStorage({ key, newValue }: StorageEvent): void {
  if (owner === undefined || (key !== null && !key.startsWith(prefixOf(owner)))) return;
  if (key === null) {
    jobs = [];
    publish();
    return;
  }
  const job = parse(newValue);
  if (job) take(job);
  else leave(key.slice(prefixOf(owner).length));
}

function take(job: TrackedJob): void {
  const before = jobs.find(({ path }) => path === job.path);
  jobs = before ? jobs.map((other) => (other.path === job.path ? job : other)) : sorted([job, ...jobs]);
  publish();
  if (before && !isEnded(before) && isEnded(job)) for (const listener of endListeners) listener(job);
}

function leave(path: string): void {
  jobs = jobs.filter((job) => job.path !== path);
  publish();
}

/** Publishes a change immediately, and changes that follow closely as one: very many jobs keep the page smooth. */
function publish(): void {
  publishing ??= setTimeout(
    () => {
      publishing = undefined;
      publishedAt = Date.now();
      published.set(jobs);
    },
    Math.max(0, publishedAt + betweenMilliseconds - Date.now()),
  );
}

function sorted(list: readonly TrackedJob[]): TrackedJob[] {
  return list.toSorted((left, right) => right.startedAt - left.startedAt);
}

/** A remembered job, unless something else stands in its place. */
function parse(text: string | null): TrackedJob | undefined {
  try {
    const job = JSON.parse(text ?? '') as Partial<TrackedJob>;
    const whole =
      typeof job.path === 'string' &&
      typeof job.title === 'string' &&
      typeof job.startedAt === 'number' &&
      typeof job.phase === 'string' &&
      Array.isArray(job.timeline) &&
      Array.isArray(job.changes);
    // Written by this module, of this version or an earlier one; whatever else is missing has no effect.
    return whole ? (job as TrackedJob) : undefined;
  } catch {
    return undefined;
  }
}
