import type { ClaimedJob, Stores, UnitOfWork } from '../domain/ports.ts';

/** The process is to stop: the job is given back as it stands. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Another instance has taken the job, or it is no more: this one has nothing to do with it. */
export class JobLost extends Error {
  override readonly name = 'JobLost';
}

/** A job in the hands of the instance that does it. */
export interface Claim {
  job: ClaimedJob;
  /**
   * Does one unit of work in a transaction, in which the job is certainly ours: what another instance has taken over
   * is never done twice.
   * @throws Interrupted, JobLost
   */
  step<Result>(unit: (stores: Stores) => Promise<Result>): Promise<Result>;
  /** Reads withoutSlot of any transaction. */
  stores: Stores;
  /** Inside of a step: how far the job is, of so much, with what the step has done for good. */
  recordProgress(stores: Stores, message: string, total: number): Promise<void>;
  /** Between steps: what the job is at, which also keeps it ours. */
  report(message: string): Promise<void>;
  /** As `say`, now and then only. */
  reportThrottled(message: string): Promise<void>;
  /** Inside of the last step: the end. */
  finish(stores: Stores, message: string, failed?: boolean): Promise<void>;
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

/** The way to work on a job that `owner` has taken. */
export function claimOn({ work, job, owner, now, leaseEnd, isStopping }: ClaimOptions): Claim {
  let lastReport = 0;
  const claim: Claim = {
    job,
    stores: work.stores,
    step: (unit) => {
      if (isStopping()) throw new Interrupted();
      return work.transaction(async (stores) => {
        if (!(await stores.jobs.extendLease(job.id, owner, leaseEnd()))) throw new JobLost();
        return unit(stores);
      });
    },
    recordProgress: (stores, message, total) => stores.jobs.recordProgress(job.id, owner, message, total),
    report: (message) => claim.step((stores) => stores.jobs.setMessage(job.id, owner, message)),
    reportThrottled: async (message) => {
      if (isStopping()) throw new Interrupted();
      if (performance.now() - lastReport < reportMilliseconds) return;
      lastReport = performance.now();
      await claim.report(message);
    },
    finish: (stores, message, failed = false) => stores.jobs.finish(job.id, owner, message, failed, now()),
  };
  return claim;
}
