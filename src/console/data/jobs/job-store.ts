import { createStore, useStore } from '../../lib/store.ts';
import { readStored, storedKeys, writeStored } from '../../lib/stored-value.ts';
import { isEnded, type TrackedJob } from './tracked-job.ts';

/** Beyond this, the oldest ended jobs are dropped. */
const maxJobs = 500;
const publishIntervalMilliseconds = 250;

let owner: string | undefined;
let jobs: readonly TrackedJob[] = [];
/** What pages render: published at intervals, so that a burst of changes doesn't restart rendering each time. */
const published = createStore(jobs);
let publishing: ReturnType<typeof setTimeout> | undefined;
let publishedAt = 0;
const endListeners = new Set<(job: TrackedJob) => void>();

// One entry per job, so that tabs writing at the same time don't overwrite each other.
const prefixOf = (user: string) => `palisade-job ${user} `;
const keyOf = (path: string) => `${prefixOf(owner ?? '')}${path}`;

/** The signed-in user's jobs known to this browser, latest first. */
export function useJobs(): readonly TrackedJob[] {
  return useStore(published);
}

/** Like `useJobs`, but outside components and always current. */
export function getJobs(): readonly TrackedJob[] {
  return jobs;
}

/** Calls the listener after every change in any tab. @returns a function that unsubscribes */
export const { subscribe } = published;

/** Calls the listener in every tab when a job has ended. @returns a function that unsubscribes */
export function onJobEnded(listener: (job: TrackedJob) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Calls this tab's listeners. */
export function announceEnd(job: TrackedJob): void {
  for (const listener of endListeners) listener(job);
}

/**
 * Opens a user's jobs: those stored in this browser and those that other tabs add. Entries are separate per user.
 * @param user the user's path
 * @returns a function that closes them again
 */
export function openJobs(user: string): () => void {
  readJobs(user);
  addEventListener('storage', onStorage);
  return () => {
    removeEventListener('storage', onStorage);
    owner = undefined;
    begin([]);
  };
}

/** Reads the jobs stored in this browser, so that the first render knows which records they lock. */
export function readJobs(user: string): void {
  if (owner === user) return;
  owner = user;
  begin(sorted(storedKeys(prefixOf(user)).flatMap((key) => parse(readStored(key)) ?? [])));
}

/** Replaces the list immediately, so that one user's jobs never show up for another. */
function begin(list: readonly TrackedJob[]): void {
  jobs = list;
  published.set(list);
}

/** Adds or replaces a job, for every tab. */
export function putJob(job: TrackedJob): void {
  if (owner === undefined) return;
  writeStored(keyOf(job.path), job);
  upsert(job);
  for (const old of jobs.filter(isEnded).slice(maxJobs - 1)) dropJob(old.path);
}

/** Removes a job from the list, in every tab. */
export function dropJob(path: string): void {
  writeStored(keyOf(path), undefined);
  remove(path);
}

function onStorage({ key }: StorageEvent): void {
  if (owner === undefined || (key !== null && !key.startsWith(prefixOf(owner)))) return;
  if (key === null) {
    jobs = [];
    publish();
    return;
  }
  const job = parse(readStored(key));
  if (job) upsert(job);
  else remove(key.slice(prefixOf(owner).length));
}

function upsert(job: TrackedJob): void {
  const before = jobs.find(({ path }) => path === job.path);
  jobs = before ? jobs.map((other) => (other.path === job.path ? job : other)) : sorted([job, ...jobs]);
  publish();
  if (before && !isEnded(before) && isEnded(job)) announceEnd(job);
}

function remove(path: string): void {
  jobs = jobs.filter((job) => job.path !== path);
  publish();
}

/** Publishes a change immediately, and batches those that follow closely: the page stays smooth with many jobs. */
function publish(): void {
  publishing ??= setTimeout(
    () => {
      publishing = undefined;
      publishedAt = performance.now();
      published.set(jobs);
    },
    Math.max(0, publishedAt + publishIntervalMilliseconds - performance.now()),
  );
}

function sorted(list: readonly TrackedJob[]): TrackedJob[] {
  return list.toSorted((left, right) => right.startedAt - left.startedAt);
}

/** Reads a stored job; undefined if the entry isn't one. */
function parse(stored: unknown): TrackedJob | undefined {
  const job = Object(stored) as Partial<TrackedJob>;
  const valid =
    typeof job.path === 'string' &&
    typeof job.title === 'string' &&
    typeof job.startedAt === 'number' &&
    typeof job.phase === 'string' &&
    Array.isArray(job.timeline) &&
    Array.isArray(job.changes);
  // Written by this module, maybe by an earlier version; no other field is essential.
  return valid ? (job as TrackedJob) : undefined;
}
