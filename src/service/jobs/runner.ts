import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, versions } from '../../contract/versions.ts';
import { deleteSubtreeKind } from '../domain/groups.ts';
import type { JobRow, UnitOfWork } from '../domain/ports.ts';
import { Problem } from '../domain/problem.ts';
import { deleteSubtree } from './delete-subtree.ts';
import { performWrite, writeKind, type Write } from './write.ts';

/** What the runner needs to know. */
export interface RunnerOptions {
  work: UnitOfWork;
  now(): Date;
  version: string;
  /** How long a finished status stays, in seconds, from version 9.7.0 on. */
  statusTtlSeconds: number;
  /** Unlike that of any other process. */
  instanceId: string;
  /** Told of failures that are not the user's. */
  onError(error: unknown): void;
}

/** A runner of background jobs in this process. */
export interface Runner {
  wake(): void;
  /** Stops after the unit of work under way; what is unfinished goes on elsewhere or at the next start. */
  stop(): Promise<void>;
}

const leaseMilliseconds = 30_000;
const idleMilliseconds = 2_000;
const attemptsMost = 5;

/** Starts working on jobs, one at a time in this process. */
export function startRunner(options: RunnerOptions): Runner {
  const { work, now, instanceId } = options;
  let stopping = false;
  let waking = new AbortController();

  async function loop(): Promise<void> {
    while (!stopping) {
      const job = await guarded(() => work.stores.jobs.claim(instanceId, now(), leaseEnd()));
      if (job) await guarded(() => run(job));
      else await rest();
    }
  }

  async function rest(): Promise<void> {
    await guarded(async () => {
      if (!atLeast(options.version, versions.jobRemoval)) return;
      await work.stores.jobs.sweep(new Date(now().getTime() - options.statusTtlSeconds * 1000));
    });
    if (stopping) return;
    await sleep(idleMilliseconds, undefined, { signal: waking.signal }).catch(() => undefined);
    if (waking.signal.aborted) waking = new AbortController();
  }

  async function run(job: JobRow): Promise<void> {
    const finish = (message: string, failed: boolean) =>
      work.stores.jobs.finish(job.id, message, failed, now());
    if (job.attempts > attemptsMost) {
      await finish(`Failed: gave up after ${attemptsMost} attempts`, true);
      return;
    }
    try {
      await perform(job);
    } catch (error) {
      if (!(error instanceof Problem)) options.onError(error);
      const reason = error instanceof Problem ? error.message : 'the service failed; see its log';
      await finish(`Failed: ${reason}`, true);
    }
  }

  async function perform(job: JobRow): Promise<void> {
    if (job.kind === writeKind) {
      // Effect and end in one transaction: a crash between them would do the write twice.
      await work.transaction(async (stores) => {
        const message = await performWrite(stores, job.user_id, job.payload as Write);
        await stores.jobs.finish(job.id, message, false, now());
      });
    } else if (job.kind === deleteSubtreeKind) {
      const { rootId } = job.payload as { rootId: number };
      const heartbeat = async () =>
        !stopping && (await work.stores.jobs.renew(job.id, instanceId, leaseEnd()));
      const message = await deleteSubtree(work, job, rootId, heartbeat);
      if (message === undefined) await work.stores.jobs.release(job.id, instanceId);
      else await work.stores.jobs.finish(job.id, message, false, now());
    } else {
      throw new Problem(500, [`this version does not know jobs of the kind ${job.kind}`]);
    }
  }

  function leaseEnd(): Date {
    return new Date(now().getTime() + leaseMilliseconds);
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
    wake: () => waking.abort(),
    stop: async () => {
      stopping = true;
      waking.abort();
      await running;
    },
  };
}
