import { useState } from 'react';
import { inParallel } from '../../ui/bulk/in-parallel.ts';
import { count } from '../../lib/text.ts';
import { notify } from '../../data/notifications/notify.ts';
import { isEnded, type TrackedJob } from '../../data/jobs/tracked-job.ts';
import { removeJob } from './job-actions.tsx';
import { fallbackFor, moveFocus } from './adjacent-row.ts';
import { ActionButton } from '../../ui/action-button.tsx';

const maxInFlight = 6;

/** Removes every ended job, and reports how many statuses couldn't be deleted, and why. */
export function ClearFinished({ jobs }: { jobs: readonly TrackedJob[] }) {
  const [clearing, setClearing] = useState(false);
  const ended = jobs.filter(isEnded);
  const clear = async (button: Element) => {
    setClearing(true);
    const problems: unknown[] = [];
    let kept = 0;
    await inParallel(ended, maxInFlight, async (job) => {
      const removed = await removeJob(job, (error) => problems.push(error));
      if (!removed) kept += 1;
    });
    setClearing(false);
    if (kept === 0) moveFocus(button, fallbackFor(button));
    if (problems.length === 0) return;
    notify.error(`Couldn't remove the status of ${count(problems.length, 'job')}`, problems[0]);
  };
  if (ended.length === 0) return null;
  return (
    <ActionButton loading={clearing} onClick={({ currentTarget }) => void clear(currentTarget)}>
      Clear {ended.length} finished
    </ActionButton>
  );
}
