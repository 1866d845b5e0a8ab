import { Button } from '@mantine/core';
import { useState } from 'react';
import { count } from '../../lib/text.ts';
import { notify } from '../../notifications/notify.ts';
import { isEnded, type TrackedJob } from '../../jobs/tracked-job.ts';
import { removeJob } from './job-actions.tsx';
import { fallbackFor, passFocus } from './row-beside.ts';

const atOnceMost = 6;

/** Removes every ended job, and says which could not be removed. */
export function ClearFinished({ jobs }: { jobs: readonly TrackedJob[] }) {
  const [clearing, setClearing] = useState(false);
  const ended = jobs.filter(isEnded);
  const clear = async (button: Element) => {
    setClearing(true);
    const waiting = [...ended];
    const problems: unknown[] = [];
    const work = async () => {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        await removeJob(job).catch((error: unknown) => problems.push(error));
      }
    };
    await Promise.all(Array.from({ length: atOnceMost }, work));
    setClearing(false);
    if (problems.length > 0) notify.error(`${count(problems.length, 'job')} not removed`, problems[0]);
    else passFocus(button, fallbackFor(button));
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
