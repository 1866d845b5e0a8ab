import { useState } from 'react';
import { inParallel } from '../../ui/bulk/in-parallel.ts';
import { count } from '../../lib/text.ts';
import { notify } from '../../data/notifications/notify.ts';
import { isEnded, type TrackedJob } from '../../data/jobs/tracked-job.ts';
import { removeJob } from './job-actions.tsx';
import { ActionButton } from '../../ui/action-button.tsx';

const maxInFlight = 6;

/** Removes every ended job, and reports how many statuses couldn't be deleted, and why. */
export function ClearFinished({ jobs }: { jobs: readonly TrackedJob[] }) {
  const [clearing, setClearing] = useState(false);
  const ended = jobs.filter(isEnded);
  const clear = async () => {
    setClearing(true);
    const problems: unknown[] = [];
    await inParallel(ended, maxInFlight, async (job) => {
      await removeJob(job, (error) => problems.push(error));
    });
    setClearing(false);
    if (problems.length === 0) return;
    notify.error(`Couldn't remove the status of ${count(problems.length, 'job')}`, problems[0]);
  };
  if (ended.length === 0) return null;
  return (
    <ActionButton loading={clearing} onClick={() => void clear()}>
      Clear {ended.length} finished
    </ActionButton>
  );
}
