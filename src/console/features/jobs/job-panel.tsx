import { Drawer, Group, Stack, Text } from '@mantine/core';
import { memo, useDeferredValue } from 'react';
import { useJobs } from '../../data/jobs/job-store.ts';
import type { TrackedJob } from '../../data/jobs/tracked-job.ts';
import { useBackCloses } from '../../ui/dialog/layers.ts';
import { ClearFinished } from './clear-finished.tsx';
import { JobCard } from './job-card.tsx';
import classes from './jobs.module.css';
import { useRowsInView } from './use-rows-in-view.ts';
import { ButtonLink } from '../../ui/links/links.tsx';

/** The jobs, in a drawer over the current page. */
export function JobPanel({ onClose }: { onClose(): void }) {
  useBackCloses(onClose);
  return (
    <Drawer opened onClose={onClose} size={420} title="Jobs">
      <Jobs onLeave={onClose} />
    </Drawer>
  );
}

interface LeaveProps {
  /** Called when a link is followed. */
  onLeave(): void;
}

function Jobs({ onLeave }: LeaveProps) {
  // Deferred, so that two hundred jobs arriving together don't block the page.
  return <JobSummaries jobs={useDeferredValue(useJobs())} onLeave={onLeave} />;
}

interface JobsProps extends LeaveProps {
  jobs: readonly TrackedJob[];
}

const JobSummaries = memo(function JobSummaries({ jobs, onLeave }: JobsProps) {
  return (
    <Stack gap="sm">
      <Group gap={8}>
        <ButtonLink to="/jobs" onClick={onLeave}>
          All jobs and settings
        </ButtonLink>
        <ClearFinished jobs={jobs} />
      </Group>
      {jobs.length === 0 ? (
        <Text className="muted">
          No jobs yet. Long-running work, such as deleting a group with subgroups, shows up here and continues
          in the background.
        </Text>
      ) : (
        <JobCards jobs={jobs} onLeave={onLeave} />
      )}
    </Stack>
  );
});

function JobCards({ jobs, onLeave }: JobsProps) {
  const { listRef, listProps, rowRef, rows, after } = useRowsInView(jobs, 96);
  return (
    <ul ref={listRef} {...listProps} className={classes.list} style={{ paddingBottom: after }}>
      {rows.map(({ index, key, gap }) => {
        const job = jobs[index];
        return (
          job && (
            <li
              key={key}
              ref={rowRef}
              data-index={index}
              aria-label={job.title}
              aria-setsize={jobs.length}
              aria-posinset={index + 1}
              className={classes.card}
              style={{ marginTop: gap }}
            >
              <JobCard job={job} onLeave={onLeave} />
            </li>
          )
        );
      })}
    </ul>
  );
}
