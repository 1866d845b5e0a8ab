import { agoOf, exactTime } from '../../lib/ago.ts';
import { isEnded, type TrackedJob } from '../../data/jobs/tracked-job.ts';
import { durationOf } from './durations.ts';
import classes from './jobs.module.css';
import { useNow } from '../../lib/use-now.ts';

/** A job's duration so far, and when it was last checked: "12 s · checked 1 s ago". */
export function JobTimes({ job }: { job: TrackedJob }) {
  const now = useNow(1000);
  const took = durationOf((job.endedAt ?? now) - job.startedAt);
  return (
    <span className="muted" title={`Following since ${exactTime(job.startedAt)}`}>
      <span>{took}</span>
      <span className={classes.between}> · </span>
      <span>{isEnded(job) ? `ended ${agoOf(now - (job.endedAt ?? now))}` : checked(job, now)}</span>
    </span>
  );
}

function checked({ checkedAt }: TrackedJob, now: number): string {
  return checkedAt === undefined ? 'not checked yet' : `checked ${agoOf(now - checkedAt)}`;
}
