import { Progress, Text } from '@mantine/core';
import type { SVGProps } from 'react';
import type { JobPhase, TrackedJob } from '../../jobs/tracked-job.ts';
import { messageOf } from '../../jobs/tracked-job.ts';
import { AlertIcon, CheckIcon, JobsIcon } from '../../ui/icons.tsx';
import { CloseIcon, PauseIcon } from './icons.tsx';
import classes from './jobs.module.css';
import { isStalled, progressOf } from './progress.ts';
import { useNow } from './use-now.ts';

interface PhaseLook {
  word: string;
  tone: 'busy' | 'good' | 'bad' | 'idle';
  Icon(props: SVGProps<SVGSVGElement>): React.ReactNode;
}

const looks: Record<JobPhase, PhaseLook> = {
  running: { word: 'Running', tone: 'busy', Icon: JobsIcon },
  done: { word: 'Done', tone: 'good', Icon: CheckIcon },
  failed: { word: 'Failed', tone: 'bad', Icon: AlertIcon },
  removed: { word: 'Ended', tone: 'idle', Icon: CloseIcon },
  'signed-out': { word: 'Paused', tone: 'idle', Icon: PauseIcon },
  refused: { word: 'Not followed', tone: 'idle', Icon: PauseIcon },
  unreachable: { word: 'Not followed', tone: 'idle', Icon: PauseIcon },
};

/** The state of a job: an icon and a word. */
export function JobState({ phase }: { phase: JobPhase }) {
  const { word, tone, Icon } = looks[phase];
  return (
    <span className={classes.state} data-tone={tone}>
      <Icon width={14} height={14} />
      {word}
    </span>
  );
}

/** How far a running job is, where its message tells. */
export function JobProgress({ job }: { job: TrackedJob }) {
  const share = job.phase === 'running' ? progressOf(messageOf(job)) : undefined;
  if (share === undefined) return null;
  // No transition: it would lay out the page in every frame for as long as jobs run.
  return (
    <Progress value={share * 100} size={6} transitionDuration={0} aria-label={`Progress of ${job.title}`} />
  );
}

const explanations: Partial<Record<JobPhase, (trouble: string) => string>> = {
  removed: () => 'The service has removed its status: it has ended, and its outcome is not known here.',
  'signed-out': () => 'Waits until you have signed in again.',
  refused: (trouble) => `The service refuses to tell: ${trouble}`,
  unreachable: (trouble) => `Asked many times without an answer, last: ${trouble}`,
};

/** What is odd about a job, in a sentence. */
export function JobHint({ job }: { job: TrackedJob }) {
  const now = useNow();
  const explained = explanations[job.phase]?.(job.trouble);
  const trouble =
    job.phase === 'running' && job.trouble
      ? `${job.trouble}. ${job.nextAt === undefined ? 'Check it again when you like.' : `Trying again (${job.failures}).`}`
      : undefined;
  const stalled = isStalled(job, now)
    ? 'Unchanged for 2 min: it may be stuck, or at a long step.'
    : undefined;
  const hint = explained ?? trouble ?? stalled;
  return hint === undefined ? null : (
    <Text size="xs" className={classes.hint}>
      {hint}
    </Text>
  );
}
