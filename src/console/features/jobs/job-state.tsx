import { jobIdOf } from '../../../contract/jobs.ts';
import { AnchorLink } from '../../ui/links/links.tsx';
import { Button, Group, Progress, Text } from '@mantine/core';
import type { SVGProps } from 'react';
import { agoOf, exactTime } from '../../lib/ago.ts';
import { useJobSettings } from '../../data/jobs/settings.ts';
import {
  isEnded,
  maxRetries,
  messageOf,
  nextCheck,
  whyUnknown,
  type JobPhase,
  type Pace,
  type TrackedJob,
} from '../../data/jobs/tracked-job.ts';
import { durationOf, progressOf, stalledFor } from './progress.ts';
import classes from './jobs.module.css';
import { useNow } from '../../lib/use-now.ts';
import { icon, AlertIcon, CheckIcon, CloseIcon, JobsIcon } from '../../ui/icons.tsx';
import { stopFollowing } from '../../data/jobs/track-job.ts';
import { msg } from '../../lib/text.ts';

export const RefreshIcon = icon('M20 11a8 8 0 1 0-2.3 5.7M20 5v6h-6');
const PauseIcon = icon('M9 5v14M15 5v14');

interface PhaseStyle {
  label: string;
  color: string;
  Icon(props: SVGProps<SVGSVGElement>): React.ReactNode;
}

const styles: Record<JobPhase, PhaseStyle> = {
  running: { label: 'Running', color: 'var(--accent)', Icon: JobsIcon },
  done: { label: 'Completed', color: 'var(--accent)', Icon: CheckIcon },
  failed: { label: 'Failed', color: 'var(--danger)', Icon: AlertIcon },
  removed: { label: 'Unknown', color: 'dimmed', Icon: CloseIcon },
  'signed-out': { label: 'Paused', color: 'dimmed', Icon: PauseIcon },
  refused: { label: 'Not followed', color: 'dimmed', Icon: PauseIcon },
  unreachable: { label: 'Not followed', color: 'dimmed', Icon: PauseIcon },
};

/** Every phase, in the order in which filters list them. */
// The object's own keys.
export const phases = Object.keys(styles) as JobPhase[];

/** A job's title, with a link to its page. */
export function JobLink({ job: { path, title }, ...props }: { job: TrackedJob; onClick?(): void }) {
  return (
    <AnchorLink
      to="/jobs/$jobId"
      params={{ jobId: jobIdOf(path) }}
      c="inherit"
      fw={600}
      size="sm"
      underline="hover"
      {...props}
    >
      {title}
    </AnchorLink>
  );
}

/** A job's state as a word. */
export function stateOf(phase: JobPhase): string {
  return styles[phase].label;
}

/** A job's state as an icon and a label. */
export function JobState({ phase }: { phase: JobPhase }) {
  const { label, color, Icon } = styles[phase];
  return (
    <Group component="span" display="inline-flex" gap={5} wrap="nowrap" fz={12} fw={600} c={color}>
      <Icon width={14} height={14} style={{ flex: 'none' }} />
      {label}
    </Group>
  );
}

/** A running job's progress, if its message contains it. */
export function JobProgress({ job }: { job: TrackedJob }) {
  const share = job.phase === 'running' ? progressOf(messageOf(job)) : undefined;
  if (share === undefined) return null;
  // No transition: it would cause a layout in every frame while jobs run.
  return (
    <Progress
      value={share * 100}
      size={6}
      transitionDuration={0}
      aria-label={msg`Progress of ${job.title}`}
    />
  );
}

const explanations: Partial<Record<JobPhase, (job: TrackedJob) => string>> = {
  removed: whyUnknown,
  'signed-out': () => 'Paused until you sign in again.',
  refused: ({ trouble }) => `Couldn't check this job: ${trouble}`,
  unreachable: ({ trouble }) => `Stopped checking after ${maxRetries} failed attempts: ${trouble}`,
};

/** Why a job isn't progressing or its outcome is unknown. */
export function JobHint({ job }: { job: TrackedJob }) {
  const [{ pace }] = useJobSettings();
  const hint = explanations[job.phase]?.(job) ?? troubleOf(job, pace) ?? explainStall(job);
  if (hint === undefined) return null;
  const given = job.phase === 'refused' || job.phase === 'unreachable';
  return (
    <Text size="xs" c="var(--warning)">
      {hint}
      {given && (
        <Button size="compact-xs" ml={8} onClick={() => stopFollowing(job.path)}>
          Stop following
        </Button>
      )}
    </Text>
  );
}

function troubleOf(job: TrackedJob, pace: Pace): string | undefined {
  const { phase, trouble, failures } = job;
  if (phase !== 'running' || trouble === '') return undefined;
  const isChecked = nextCheck(job, pace) !== undefined;
  const next = isChecked ? `Retrying (${failures} of ${maxRetries})` : 'Check it again manually';
  return `${trouble.replace(/\.$/, '')}. ${next}.`;
}

function explainStall(job: TrackedJob): string | undefined {
  const unchanged = stalledFor(job);
  if (unchanged === undefined) return undefined;
  const minutes = Math.floor(unchanged / 60_000) * 60_000;
  return `No progress for ${durationOf(minutes)}. It may be stuck or running a long step.`;
}

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
