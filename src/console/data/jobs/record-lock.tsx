import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { jobIdOf } from '../../../contract/jobs.ts';
import { JobsIcon } from '../../ui/icons.tsx';
import { useJobs, useLocks, type RecordLock } from './job-store.ts';
import { useJobSettings } from './settings.ts';
import { followJob, stopFollowing } from './track-job.ts';
import { nextCheck } from './tracked-job.ts';

const marks = { deleting: 'Deleting', changing: 'Changing' } as const;
const notices = {
  deleting: "This is being deleted, so it can't be changed.",
  changing: 'This is being changed. You can edit it once the job has finished.',
} as const;

/** Marks a row whose record a job is changing; nothing without a lock. */
export function LockMark({ lock }: { lock: RecordLock | undefined }) {
  if (!lock) return null;
  return (
    <Group component="span" gap={4} wrap="nowrap" fz={12} fw={500} c="var(--accent)" flex="none">
      <JobsIcon width={14} height={14} /> {marks[lock.doing]}
    </Group>
  );
}

/** Marks a row of a list whose record a job is changing. @param path the record's */
export function RecordLockMark({ path }: { path: string }) {
  return <LockMark lock={useLocks().get(path)} />;
}

/** Says on a record's page why it can't be changed at the moment, and links to the job. */
export function LockNotice({ lock: { doing, job } }: { lock: RecordLock }) {
  const [{ pace }] = useJobSettings();
  const checked = useJobs().some((other) => other.path === job && nextCheck(other, pace) !== undefined);
  return (
    <Group>
      <Text role="status">
        {notices[doing]} {!checked && "The job isn't being checked. "}
        <Link to="/jobs/$jobId" params={{ jobId: jobIdOf(job) }}>
          View job
        </Link>
      </Text>
      <Button size="compact-sm" onClick={() => followJob(job)}>
        Check now
      </Button>
      {!checked && (
        <Button size="compact-sm" onClick={() => stopFollowing(job)}>
          Stop following
        </Button>
      )}
    </Group>
  );
}
