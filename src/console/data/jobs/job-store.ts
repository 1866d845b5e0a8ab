import { replaceEqualDeep } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { createStore, useStore } from '../../lib/store.ts';
import { readStored, storedKeys, writeStored } from '../../lib/stored-value.ts';
import { isEnded, type JobRequest, type TrackedJob } from './tracked-job.ts';

/** Beyond this, the oldest ended jobs are dropped. */
const maxJobs = 500;

/** The user whose jobs these are. */
const owner = createStore<string | undefined>(undefined);
const store = createStore<readonly TrackedJob[]>([]);

// One entry per job, so that tabs writing at the same time don't overwrite each other.
const prefixOf = (user: string | undefined) => `palisade-job ${user} `;

/** The signed-in user's jobs known to this browser, latest first. */
export function useJobs(): readonly TrackedJob[] {
  return useStore(store);
}

/** Like `useJobs`, but outside components. */
export const getJobs = store.get;

/** A job that this browser knows. */
export function findJob(path: string): TrackedJob | undefined {
  return store.get().find((job) => job.path === path);
}

/** Calls the listener after every change in any tab. @returns a function that unsubscribes */
export const subscribe = store.subscribe;

/**
 * Shows the jobs of a user that are stored in this browser, and those that its tabs add: before the first render, which
 * needs to know which records they lock. No one else's are shown any longer.
 */
export function openJobs(user: string): void {
  if (owner.get() === user) return;
  owner.set(user);
  store.set(sorted(storedKeys(prefixOf(user)).flatMap((key) => parse(readStored(key)) ?? [])));
}

/** Adds or replaces a job, for every tab. */
export function putJob(job: TrackedJob): void {
  if (owner.get() === undefined) return;
  writeStored(`${prefixOf(owner.get())}${job.path}`, job);
  replace(job.path, job);
  for (const old of getJobs()
    .filter(isEnded)
    .slice(maxJobs - 1))
    dropJob(old.path);
}

/** Removes a job from the list, in every tab. */
export function dropJob(path: string): void {
  writeStored(`${prefixOf(owner.get())}${path}`, undefined);
  replace(path);
}

function replace(path: string, job?: TrackedJob): void {
  const others = getJobs().filter((other) => other.path !== path);
  store.set(job ? sorted([job, ...others]) : others);
}

function sorted(jobs: readonly TrackedJob[]): TrackedJob[] {
  return jobs.toSorted((one, other) => other.startedAt - one.startedAt || (one.path < other.path ? 1 : -1));
}

/** Reads a stored job; undefined if the entry isn't one. It may be an earlier version's. */
function parse(stored: unknown): TrackedJob | undefined {
  const job = Object(stored) as Partial<TrackedJob>;
  const isJob = typeof job.path === 'string' && Array.isArray(job.timeline) && Array.isArray(job.changes);
  return isJob ? (job as TrackedJob) : undefined;
}

function onStorage({ key }: StorageEvent): void {
  const prefix = prefixOf(owner.get());
  if (key === null) store.set([]);
  else if (key.startsWith(prefix)) replace(key.slice(prefix.length), parse(readStored(key)));
}

// Not in Node, where tests of functions import this.
if (typeof addEventListener === 'function') addEventListener('storage', onStorage);

/** A job that's changing or deleting a record, so that nothing else should change it. */
export interface RecordLock {
  doing: NonNullable<JobRequest['affects']>['doing'];
  /** Path of the job. */
  job: string;
}

let entries: [path: string, lock: RecordLock][] = [];
let locks: ReadonlyMap<string, RecordLock> = new Map();

/** The records that jobs are changing, by path. The same map until a lock changes. */
export function useLocks(): ReadonlyMap<string, RecordLock> {
  return useSyncExternalStore(subscribe, currentLocks);
}

function currentLocks() {
  const next = replaceEqualDeep(
    entries,
    getJobs().flatMap((job): typeof entries =>
      job.affects && !isEnded(job) ? [[job.affects.path, { doing: job.affects.doing, job: job.path }]] : [],
    ),
  );
  if (next !== entries) locks = new Map(next);
  entries = next;
  return locks;
}
