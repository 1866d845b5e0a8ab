import type { Caller } from '../domain/access/caller.ts';
import { callerOf } from '../domain/access/sessions.ts';
import { originOf } from '../domain/jobs.ts';
import type { ClaimedJob, Stores, UnitOfWork } from '../domain/ports.ts';
import { Problem } from '../domain/problem.ts';

/** The process is stopping: the job is released in its current state. */
export class Interrupted extends Error {}

/** Another instance has taken over the job, or it was deleted. */
export class JobLost extends Error {}

/** The job has to wait for another one; its message says why. */
export class Postponed extends Error {}

export type Claim = ReturnType<typeof claimOn>;

/** The user who started a job, with their current privileges. @throws Problem 401 if they no longer exist or are suspended */
export async function callerOfJob(stores: Stores, job: ClaimedJob): Promise<Caller> {
  const { via, requestId } = originOf(job);
  const caller = await callerOf(stores, job.user_id, via);
  if (!caller) throw new Problem(401, ['the user who started this job no longer exists or is suspended']);
  return { ...caller, requestId };
}

interface ClaimOptions {
  work: UnitOfWork;
  job: ClaimedJob;
  owner: string;
  now(): Date;
  leaseEnd(): Date;
  isStopping(): boolean;
}

const reportMilliseconds = 500;

export function claimOn({ work, job, owner, now, leaseEnd, isStopping }: ClaimOptions) {
  let lastReport = 0;
  /**
   * Does one unit of work in a transaction that guarantees the claim: work that another instance has taken over
   * is never repeated.
   * @throws Interrupted, JobLost
   */
  const step = async <Result>(unit: (stores: Stores) => Promise<Result>): Promise<Result> => {
    if (isStopping()) throw new Interrupted();
    return work.transaction(async (stores) => {
      if (!(await stores.jobs.extendLease(job.id, owner, leaseEnd()))) throw new JobLost();
      return unit(stores);
    });
  };
  /** Between steps: sets the status message, and extends the claim. */
  const report = (message: string) => step((stores) => stores.jobs.setMessage(job.id, owner, message));
  return {
    job,
    step,
    report,
    /** Reads outside any transaction. */
    stores: work.stores,
    /** Inside a step: commits progress together with the step's work. */
    recordProgress: (stores: Stores, message: string, total: number) =>
      stores.jobs.recordProgress(job.id, owner, message, total),
    /** As `report`, at most every 500 ms. */
    reportThrottled: async (message: string) => {
      if (isStopping()) throw new Interrupted();
      if (performance.now() - lastReport < reportMilliseconds) return;
      lastReport = performance.now();
      await report(message);
    },
    /** Inside the last step: finishes the job. */
    finish: (stores: Stores, message: string, failed = false) =>
      stores.jobs.finish(job.id, owner, message, failed, now()),
  };
}
