import { replaceEqualDeep } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { getJobs, subscribe } from './job-store.ts';
import { isEnded, type TrackedJob } from './tracked-job.ts';

/** A job that's changing or deleting a record, so that nothing else should change it. */
export interface RecordLock {
  doing: 'deleting' | 'changing';
  /** Path of the job. */
  job: string;
  /** Whether the job is still checked, so that the lock goes once it has ended. */
  checked: boolean;
}

let entries: [path: string, lock: RecordLock][] = [];
let locks: ReadonlyMap<string, RecordLock> = new Map();

/** The records that jobs are changing, by path. The same map until a lock changes. */
export function useLocks(): ReadonlyMap<string, RecordLock> {
  return useSyncExternalStore(subscribe, currentLocks);
}

function currentLocks() {
  const open = getJobs().filter((job) => !isEnded(job));
  const next = replaceEqualDeep(entries, open.flatMap(lockOf));
  if (next !== entries) locks = new Map(next);
  entries = next;
  return locks;
}

function lockOf({ path, affects, nextAt }: TrackedJob): [string, RecordLock][] {
  return affects ? [[affects.path, { doing: affects.doing, job: path, checked: nextAt !== undefined }]] : [];
}
