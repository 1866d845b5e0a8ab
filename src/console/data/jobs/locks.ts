import { useSyncExternalStore } from 'react';
import { getJobs, subscribe } from './job-store.ts';
import { isRunning, type TrackedJob } from './tracked-job.ts';

/** A job that's changing or deleting a record, so that nothing else should change it. */
export interface RecordLock {
  doing: 'deleting' | 'changing';
  /** Path of the job. */
  job: string;
}

let locks: ReadonlyMap<string, RecordLock> = new Map();

/** The records that running jobs are changing, by path. The same map until a job starts or ends. */
export function useLocks(): ReadonlyMap<string, RecordLock> {
  return useSyncExternalStore(subscribe, currentLocks);
}

function currentLocks(): ReadonlyMap<string, RecordLock> {
  const found = new Map(getJobs().filter(isRunning).flatMap(lockOf));
  const isSame =
    found.size === locks.size && [...found].every(([path, { job }]) => locks.get(path)?.job === job);
  if (!isSame) locks = found;
  return locks;
}

function lockOf({ path, affects }: TrackedJob): [string, RecordLock][] {
  return affects ? [[affects.path, { doing: affects.doing, job: path }]] : [];
}
