import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { jobIdOf } from '../../../contract/jobs.ts';
import { messageOf, type TrackedJob } from '../../data/jobs/tracked-job.ts';
import { JobActions } from './job-actions.tsx';
import { JobHint, JobProgress, JobState } from './job-state.tsx';
import { JobTimes } from './job-times.tsx';
import classes from './jobs.module.css';

interface JobCardProps {
  job: TrackedJob;
  /** Called when the link to the job's page is followed. */
  onLeave(): void;
}

/** A job's summary in the panel. Renders again only when the job itself changes. */
export const JobCard = memo(function JobCard({ job, onLeave }: JobCardProps) {
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" gap={8} align="flex-start">
        <Link
          to="/jobs/$jobId"
          params={{ jobId: jobIdOf(job.path) }}
          className={classes.title}
          onClick={onLeave}
        >
          {job.title}
        </Link>
        <JobActions job={job} />
      </Group>
      <JobProgress job={job} />
      {messageOf(job) && <Text className="wrap">{messageOf(job)}</Text>}
      <JobHint job={job} />
      <Group gap={8} fz={12}>
        <JobState phase={job.phase} />
        <JobTimes job={job} />
      </Group>
    </Stack>
  );
});
