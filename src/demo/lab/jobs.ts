import type { JobStatus } from '../../contract/jobs.ts';
import { jobStatusPath } from '../../contract/jobs.ts';

/** Above every id that the service itself gives. */
const firstId = 2_000_000_000;
const slowMilliseconds = 20_000;
const failMilliseconds = 3_000;
const vanishMilliseconds = 4_000;

interface LabJob {
  status: JobStatus;
  startedAt: number;
  outcome: 'slow' | 'fails' | 'vanishes';
  /** Does what was asked for, at the end of a slow job. @returns its message */
  perform(): Promise<{ failed: boolean; message: string }>;
}

/** Jobs that a scenario makes of writes. */
export class LabJobs {
  readonly #jobs = new Map<number, LabJob>();
  #next = firstId;

  constructor(private readonly now = () => Date.now()) {}

  start(login: string, outcome: LabJob['outcome'], perform: LabJob['perform']): JobStatus {
    this.#next += 1;
    const status: JobStatus = {
      delayed_job_status_resource: jobStatusPath(this.#next),
      message: 'Waiting',
      finished: false,
      failed: false,
      user: login,
    };
    this.#jobs.set(this.#next, { status, startedAt: this.now(), outcome, perform });
    return status;
  }

  /** The login of whoever started a job; undefined where it is none of ours, or gone. */
  ownerOf(id: number): string | undefined {
    return this.#jobs.get(id)?.status.user;
  }

  /** The status as of now; undefined once it is gone. */
  async read(id: number): Promise<JobStatus | undefined> {
    const job = this.#jobs.get(id);
    if (!job) return undefined;
    const elapsed = this.now() - job.startedAt;
    if (job.outcome === 'vanishes' && elapsed >= vanishMilliseconds) {
      this.#jobs.delete(id);
      return undefined;
    }
    if (!job.status.finished) await advance(job, elapsed);
    return job.status;
  }

  /** @returns whether there was a finished status, which is removed */
  remove(id: number): boolean {
    return this.#jobs.get(id)?.status.finished === true && this.#jobs.delete(id);
  }
}

async function advance(job: LabJob, elapsed: number): Promise<void> {
  const steps = 20;
  const done = Math.min(steps, Math.floor((elapsed / slowMilliseconds) * steps));
  job.status.message = `Done ${done} of ${steps} steps`;
  if (job.outcome === 'fails' && elapsed >= failMilliseconds) {
    const message = 'Failed at step 3 of 20: the scenario wants it so. Nothing was changed.';
    job.status = { ...job.status, finished: true, failed: true, message };
  }
  if (job.outcome === 'slow' && elapsed >= slowMilliseconds) {
    // Marked before it is done, so that two readers at once do it once.
    job.status = { ...job.status, finished: true };
    const { failed, message } = await job.perform();
    job.status = { ...job.status, failed, message };
  }
}
