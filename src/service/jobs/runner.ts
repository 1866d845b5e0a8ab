import { setTimeout as sleep } from 'node:timers/promises';
import { backOff } from '../../contract/retry-after.ts';
import { atLeast, versions } from '../../contract/versions.ts';
import type { Clock } from '../domain/clock.ts';
import { importGroupsKind } from '../domain/groups/group-import.ts';
import { deleteSubtreeKind } from '../domain/groups/groups.ts';
import { abandonDeletions } from '../domain/groups/unfinished-deletions.ts';
import type { MetadataSource } from '../domain/oidc/oidc-ports.ts';
import type { ClaimedJob, UnitOfWork } from '../domain/ports.ts';
import type { SecretBox } from '../domain/secret-box.ts';
import { Unavailable } from '../domain/unavailable.ts';
import { toRefusal } from '../domain/violations.ts';
import { claimOn, Interrupted, JobLost, Postponed, type Claim } from './claim.ts';
import { deleteSubtree } from './delete-subtree.ts';
import { importGroups } from './import-groups.ts';
import { writeOidcOp, writeOidcOpKind } from './write-oidc-op.ts';
import { doWrite, writeKind } from './write.ts';

export interface RunnerOptions {
  work: UnitOfWork;
  now: Clock;
  version(): string;
  /** How long finished statuses are kept, in seconds (version 9.7.0 and later). */
  statusTtlSeconds: number;
  /** Unique per process. */
  instanceId: string;
  /** Whether no other process can use the database: then jobs claimed before the start are released immediately. */
  isOnlyProcess: boolean;
  metadata: MetadataSource;
  secrets: SecretBox;
  onError(error: unknown): void;
}

const leaseMilliseconds = 15_000;
const idleMilliseconds = 2_000;
const postponedMilliseconds = 1_000;
const maxAttempts = 5;
/** Processes and databases also stop for unrelated reasons, so a job is given up only if that happens repeatedly. */
const maxStarts = 20;
const maxConcurrent = 4;

export type Runner = ReturnType<typeof startRunner>;

/** Starts processing jobs, several at a time. */
export function startRunner(options: RunnerOptions) {
  const { work, now, instanceId: owner } = options;
  const { jobs } = work.stores;
  const active = new Map<number, Promise<void>>();
  /** Aborted to end the current or next pause. */
  let pause = new AbortController();
  let stopping = false;
  const run = jobRunner(options, () => stopping);

  async function loop(): Promise<void> {
    if (options.isOnlyProcess) await guarded(() => jobs.releaseAll());
    await guarded(() => work.stores.groups.unmarkAbandoned(deleteSubtreeKind));
    while (!stopping) {
      // After a pause of the process, a job that it's running looks abandoned.
      const claim = () => jobs.claim(owner, now(), leaseEnd(now), [...active.keys()]);
      const job = active.size < maxConcurrent && (await guarded(claim));
      if (job) start(job);
      else await rest();
    }
    await Promise.all(active.values());
  }

  function start(job: ClaimedJob): void {
    const running = guarded(() => run(job)).then(() => {
      active.delete(job.id);
      pause.abort();
    });
    active.set(job.id, running);
  }

  async function rest(): Promise<void> {
    if (atLeast(options.version(), versions.jobRemoval)) {
      const before = new Date(now().getTime() - options.statusTtlSeconds * 1000);
      await guarded(() => jobs.sweep(before));
    }
    if (stopping) return;
    await sleep(idleMilliseconds, undefined, { signal: pause.signal }).catch(() => undefined);
    pause = new AbortController();
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
    wake: () => pause.abort(),
    /** Stops after the current units of work; unfinished jobs continue elsewhere or at the next start. */
    stop: async () => {
      stopping = true;
      pause.abort();
      await running;
    },
  };
}

/** A function that runs one claimed job as far as it gets. */
function jobRunner(options: RunnerOptions, isStopping: () => boolean) {
  const { work, now, instanceId: owner } = options;
  const { jobs } = work.stores;
  /** The handler of each job kind. Handlers may be restarted after a crash at any point. */
  const kinds: Readonly<Record<string, (claim: Claim) => Promise<void>>> = {
    [writeKind]: doWrite,
    [writeOidcOpKind]: writeOidcOp(options),
    [deleteSubtreeKind]: deleteSubtree,
    [importGroupsKind]: importGroups,
  };

  async function run(job: ClaimedJob): Promise<void> {
    const claim = claimOn({ work, job, owner, now, leaseEnd: () => leaseEnd(now), isStopping });
    if (job.attempts > maxStarts) return fail(job, `gave up after ${maxStarts} attempts`);
    const perform = kinds[job.kind];
    if (!perform) return fail(job, `this version doesn't support jobs of kind ${job.kind}`);
    try {
      await perform(claim);
    } catch (error) {
      if (error instanceof JobLost) return;
      const refusal = toRefusal(error);
      if (error instanceof Interrupted) await jobs.release(job.id, owner, null, false);
      else if (error instanceof Postponed)
        await jobs.release(job.id, owner, after(now, postponedMilliseconds), false);
      else if (refusal) await fail(job, refusal.message);
      else await retry(job, error);
    }
  }

  /** Steps are transactions, so a job can be retried after any error. */
  async function retry(job: ClaimedJob, error: unknown): Promise<void> {
    options.onError(error);
    const patience = error instanceof Unavailable ? maxStarts : maxAttempts;
    if (job.attempts >= patience) await fail(job, "internal error; see the service's log");
    else await jobs.release(job.id, owner, after(now, backOff(job.attempts)), true);
  }

  async function fail(job: ClaimedJob, reason: string): Promise<void> {
    await work.transaction(async (stores) => {
      await abandonDeletions(stores, { id: job.id, owner }, () =>
        stores.jobs.finish(job.id, owner, `Failed: ${reason}`, true, now()),
      );
    });
  }

  return run;
}

const after = (now: Clock, milliseconds: number) => new Date(now().getTime() + milliseconds);
const leaseEnd = (now: Clock) => after(now, leaseMilliseconds);
