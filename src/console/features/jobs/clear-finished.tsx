import { Button } from '@mantine/core';
import { useState } from 'react';
import { count } from '../../lib/text.ts';
import { notify } from '../../data/notifications/notify.ts';
import { isEnded, type TrackedJob } from '../../data/jobs/tracked-job.ts';
import { removeJob } from './job-actions.tsx';
import { fallbackFor, passFocus } from './adjacent-row.ts';

const atOnceMost = 6;

/** Removes every ended job, and says how many could not be removed, and why. */
export function ClearFinished({ jobs }: { jobs: readonly TrackedJob[] }) {
  const [clearing, setClearing] = useState(false);
  const ended = jobs.filter(isEnded);
  const clear = async (button: Element) => {
    setClearing(true);
    const waiting = [...ended];
    const problems: unknown[] = [];
    let kept = 0;
    const work = async () => {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        const gone = await removeJob(job, (error) => problems.push(error));
        if (!gone) kept += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnceMost }, work));
    setClearing(false);
    if (kept === 0) passFocus(button, fallbackFor(button));
    if (problems.length === 0) return;
    notify.error(`The status of ${count(problems.length, 'job')} was not removed`, problems[0]);
  };
  if (ended.length === 0) return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={clearing}
      onClick={({ currentTarget }) => void clear(currentTarget)}
    >
      Clear {ended.length} finished
    </Button>
  );
}
