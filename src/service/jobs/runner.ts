import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, versions } from '../../contract/versions.ts';
import { importGroupsKind } from '../domain/groups/group-import.ts';
import { deleteSubtreeKind } from '../domain/groups/groups.ts';
import type { MetadataSource } from '../domain/oidc/oidc-ports.ts';
import type { ClaimedJob, UnitOfWork } from '../domain/ports.ts';
import type { SecretBox } from '../domain/secret-box.ts';
import { Unavailable } from '../domain/unavailable.ts';
import { refusalOf } from '../domain/violations.ts';
import { createWakeSignal } from './wake-signal.ts';
import { claimOn, Interrupted, JobLost, type Claim } from './claim.ts';
import { deleteSubtree } from './delete-subtree.ts';
import { importGroups } from './import-groups.ts';
import { refreshOidcOps, refreshOidcOpsKind } from './refresh-oidc-ops.ts';
import { writeOidcOp, writeOidcOpKind } from './write-oidc-op.ts';
import { doWrite, writeKind } from './write.ts';

/** What the runner needs to know. */
export interface RunnerOptions {
  work: UnitOfWork;
  now(): Date;
  version(): string;
  /** How long a finished status stays, in seconds, from version 9.7.0 on. */
  statusTtlSeconds: number;
  /** Unlike that of any other process. */
  instanceId: string;
  /** Whether no other process can be on the same database: jobs taken before the start are then free at once. */
  alone: boolean;
  /** Fetches what OIDC providers publish. */
  metadata: MetadataSource;
  secrets: SecretBox;
  /** Told of failures that are not the user's. */
  onError(error: unknown): void;
}

/** A runner of background jobs in this process. */
export interface Runner {
  wake(): void;
  /** Stops after the units of work under way; what is unfinished goes on elsewhere or at the next start. */
  stop(): Promise<void>;
}

const leaseMilliseconds = 15_000;
const idleMilliseconds = 2_000;
const maxAttempts = 5;
const maxRetry = 30_000;
/** A process ends for reasons of its own as well, and so does a database: a job is given up only where that happens again and again. */
const maxStarts = 20;
const maxConcurrent = 4;

/** How each kind of job is done. All of them may be begun again after a crash at any moment. */
function kindsFor({
  metadata,
  secrets,
  now,
}: RunnerOptions): Readonly<Record<string, (claim: Claim) => Promise<void>>> {
  return {
    [writeKind]: doWrite,
    [writeOidcOpKind]: writeOidcOp({ metadata, secrets, now }),
    [deleteSubtreeKind]: deleteSubtree,
    [importGroupsKind]: importGroups,
    [refreshOidcOpsKind]: refreshOidcOps(metadata),
  };
}

/** Starts working on jobs, some at a time in this process. */
export function startRunner(options: RunnerOptions): Runner {
  const { work, now, instanceId: owner } = options;
  const { jobs } = work.stores;
  const kinds = kindsFor(options);
  const active = new Set<Promise<void>>();
  const wakeSignal = createWakeSignal();
  let stopping = false;
  const leaseEnd = () => new Date(now().getTime() + leaseMilliseconds);

  async function loop(): Promise<void> {
    if (options.alone) await guarded(() => jobs.releaseAll());
    await guarded(() => work.stores.groups.unmarkAbandoned(deleteSubtreeKind));
    while (!stopping) {
      const job = active.size < maxConcurrent && (await guarded(() => jobs.claim(owner, now(), leaseEnd())));
      if (job) start(job);
      else await rest();
    }
    await Promise.all(active);
  }

  function start(job: ClaimedJob): void {
    const running = guarded(() => run(job)).then(() => {
      active.delete(running);
      wakeSignal.notify();
    });
    active.add(running);
  }

  async function rest(): Promise<void> {
    if (atLeast(options.version(), versions.jobRemoval)) {
      const before = new Date(now().getTime() - options.statusTtlSeconds * 1000);
      await guarded(() => jobs.sweep(before));
    }
    if (!stopping) await wakeSignal.wait(idleMilliseconds);
  }

  async function run(job: ClaimedJob): Promise<void> {
    const claim = claimOn({ work, job, owner, now, leaseEnd, isStopping: () => stopping });
    if (job.attempts > maxStarts) return fail(job, `gave up after ${maxStarts} attempts`);
    const perform = kinds[job.kind];
    if (!perform) return fail(job, `this version does not know jobs of the kind ${job.kind}`);
    try {
      await perform(claim);
    } catch (error) {
      if (error instanceof JobLost) return reopen(job);
      const refusal = refusalOf(error);
      if (error instanceof Interrupted) await jobs.release(job.id, owner, null);
      else if (refusal) await fail(job, refusal.message);
      else await retry(job, error);
    }
  }

  /** Nothing is half done: a step has happened or not. So whatever came in between, the job may be tried again. */
  async function retry(job: ClaimedJob, error: unknown): Promise<void> {
    options.onError(error);
    const patience = error instanceof Unavailable ? maxStarts : maxAttempts;
    const wait = Math.min(500 * 2 ** job.attempts, maxRetry);
    if (job.attempts >= patience) await fail(job, 'the service failed; see its log');
    else await jobs.release(job.id, owner, new Date(now().getTime() + wait));
  }

  async function fail(job: ClaimedJob, reason: string): Promise<void> {
    await jobs.finish(job.id, owner, `Failed: ${reason}`, true, now());
    await reopen(job);
  }

  /** What is left of a subtree that no job deletes any more is open again: the job has failed, or went with its user. */
  async function reopen(job: ClaimedJob): Promise<void> {
    if (job.kind === deleteSubtreeKind) await work.stores.groups.unmarkAbandoned(deleteSubtreeKind);
  }

  async function guarded<Result>(step: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await step();
    } catch (error) {
      options.onError(error);
      await sleep(200);
      return undefined;
    }
  }

  const running = loop();
  return {
    wake: () => wakeSignal.notify(),
    stop: async () => {
      stopping = true;
      wakeSignal.notify();
      await running;
    },
  };
}
