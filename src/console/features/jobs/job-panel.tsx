import { Group, Stack, Text, Drawer } from '@mantine/core';
import { memo, useDeferredValue } from 'react';
import { messageOf, type TrackedJob, isEnded } from '../../data/jobs/tracked-job.ts';
import { JobActions } from './job-actions.tsx';
import { JobLink, JobHint, JobProgress, JobState, JobTimes } from './job-state.tsx';
import classes from './jobs.module.css';
import { useJobs } from '../../data/jobs/job-store.ts';
import { count } from '../../lib/text.ts';
import { AnchorLink, ButtonLink } from '../../ui/links/links.tsx';
import { ClearFinished } from './clear-finished.tsx';

/** Rendering hundreds of jobs would slow down the page, and the page of jobs lists them all. */
const maxShown = 20;

/** The latest jobs and those that haven't ended, in a drawer over the current page. */
export function JobPanel({ onClose }: { onClose(): void }) {
  // Deferred, so that two hundred jobs arriving together don't block the page.
  const jobs = useDeferredValue(useJobs());
  return (
    <Drawer opened onClose={onClose} size={420} title="Jobs">
      <Stack gap="sm">
        <Group>
          <ButtonLink to="/jobs" onClick={onClose}>
            All jobs and settings
          </ButtonLink>
          <ClearFinished jobs={jobs} />
        </Group>
        {jobs.length === 0 ? (
          <Text c="dimmed">
            No jobs yet. Long-running work, such as deleting a group with subgroups, shows up here and
            continues in the background.
          </Text>
        ) : (
          <ul className={classes.list}>
            {selectShown(jobs).map((job, index) => (
              <li key={job.path} data-index={index} aria-label={job.title} className={classes.card}>
                <JobCard job={job} onLeave={onClose} />
              </li>
            ))}
          </ul>
        )}
        {jobs.length > maxShown && (
          <AnchorLink to="/jobs" onClick={onClose}>
            Show all {count(jobs.length, 'job')}
          </AnchorLink>
        )}
      </Stack>
    </Drawer>
  );
}

/** As many jobs as the panel shows, in their order: first those that haven't ended. */
function selectShown(jobs: readonly TrackedJob[]): readonly TrackedJob[] {
  const open = jobs.filter((job) => !isEnded(job));
  const shown = new Set([...open, ...jobs.filter(isEnded)].slice(0, maxShown));
  return jobs.filter((job) => shown.has(job));
}

interface JobCardProps {
  job: TrackedJob;
  /** Called when the link to the job's page is followed. */
  onLeave(): void;
}

/** A job's summary in the panel. Renders again only when the job itself changes. */
const JobCard = memo(function JobCard({ job, onLeave }: JobCardProps) {
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <JobLink job={job} onClick={onLeave} />
        <JobActions job={job} />
      </Group>
      <JobProgress job={job} />
      {messageOf(job) && <Text className="wrap">{messageOf(job)}</Text>}
      <JobHint job={job} />
      <Group fz={12}>
        <JobState phase={job.phase} />
        <JobTimes job={job} />
      </Group>
    </Stack>
  );
});
