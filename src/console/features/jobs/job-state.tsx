import { Progress, Text } from '@mantine/core';
import type { SVGProps } from 'react';
import { retriesMost, whyUnknown } from '../../data/jobs/reactions.ts';
import { messageOf, type JobPhase, type TrackedJob } from '../../data/jobs/tracked-job.ts';
import { AlertIcon, CheckIcon, JobsIcon } from '../../ui/icons.tsx';
import { durationOf } from './durations.ts';
import { CloseIcon, PauseIcon } from './icons.tsx';
import classes from './jobs.module.css';
import { progressOf, stalledFor } from './progress.ts';
import { isolate } from '../../lib/text.ts';

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
    <Progress
      value={share * 100}
      size={6}
      transitionDuration={0}
      aria-label={`Progress of ${isolate(job.title)}`}
    />
  );
}

const explanations: Partial<Record<JobPhase, (job: TrackedJob) => string>> = {
  removed: whyUnknown,
  'signed-out': () => 'Waits until you have signed in again.',
  refused: ({ trouble }) => `The service refuses to tell: ${trouble}`,
  unreachable: ({ trouble }) => `Asked many times without an answer, last: ${trouble}`,
};

/** What is odd about a job, in a sentence. */
export function JobHint({ job }: { job: TrackedJob }) {
  const hint = explanations[job.phase]?.(job) ?? troubleOf(job) ?? stallOf(job);
  return hint === undefined ? null : (
    <Text size="xs" className={classes.hint}>
      {hint}
    </Text>
  );
}

function troubleOf({ phase, trouble, nextAt, failures }: TrackedJob): string | undefined {
  if (phase !== 'running' || trouble === '') return undefined;
  const next =
    nextAt === undefined ? 'Check it again when you like' : `Trying again (${failures} of ${retriesMost})`;
  return `${trouble.replace(/\.$/, '')}. ${next}.`;
}

function stallOf(job: TrackedJob): string | undefined {
  const unchanged = stalledFor(job);
  if (unchanged === undefined) return undefined;
  const minutes = Math.floor(unchanged / 60_000) * 60_000;
  return `Unchanged for ${durationOf(minutes)}: it may be stuck, or at a long step.`;
}
