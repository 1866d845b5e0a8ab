import type { JobStatus } from '../../contract/jobs.ts';
import { jobStatusPath } from '../../contract/jobs.ts';

/** Above every ID that the service assigns. */
const firstId = 2_000_000_000;
const slowMilliseconds = 20_000;
const failMilliseconds = 3_000;
const vanishMilliseconds = 4_000;

interface LabJob {
  status: JobStatus;
  startedAt: number;
  outcome: 'slow' | 'fails' | 'vanishes';
  /** Performs the original write at the end of a slow job. @returns the final message */
  perform(): Promise<{ failed: boolean; message: string }>;
}

/** Jobs into which a scenario turns writes. */
export class LabJobs {
  readonly #jobs = new Map<number, LabJob>();
  #next = firstId;

  start(login: string, outcome: LabJob['outcome'], perform: LabJob['perform']): JobStatus {
    this.#next += 1;
    const status: JobStatus = {
      delayed_job_status_resource: jobStatusPath(this.#next),
      message: 'Queued',
      finished: false,
      failed: false,
      user: login,
    };
    this.#jobs.set(this.#next, { status, startedAt: Date.now(), outcome, perform });
    return status;
  }

  /** The login of the user who started a job; undefined if it isn't a Lab job or no longer exists. */
  ownerOf(id: number): string | undefined {
    return this.#jobs.get(id)?.status.user;
  }

  /** The current status; undefined if it no longer exists. */
  async read(id: number): Promise<JobStatus | undefined> {
    const job = this.#jobs.get(id);
    if (!job) return undefined;
    const elapsed = Date.now() - job.startedAt;
    if (job.outcome === 'vanishes' && elapsed >= vanishMilliseconds) {
      this.#jobs.delete(id);
      return undefined;
    }
    if (!job.status.finished) await update(job, elapsed);
    return job.status;
  }

  /** Removes a finished job's status. @returns whether there was one */
  remove(id: number): boolean {
    return this.#jobs.get(id)?.status.finished === true && this.#jobs.delete(id);
  }
}

async function update(job: LabJob, elapsed: number): Promise<void> {
  const steps = 20;
  const done = Math.min(steps, Math.floor((elapsed / slowMilliseconds) * steps));
  job.status.message = `Done ${done} of ${steps} steps`;
  if (job.outcome === 'fails' && elapsed >= failMilliseconds) {
    const message = 'Failed at step 3 of 20, as the scenario demands. Nothing was changed.';
    job.status = { ...job.status, finished: true, failed: true, message };
  }
  if (job.outcome === 'slow' && elapsed >= slowMilliseconds) {
    // Set first, so that concurrent reads perform the write only once.
    job.status = { ...job.status, finished: true };
    const { failed, message } = await job.perform();
    job.status = { ...job.status, failed, message };
  }
}
