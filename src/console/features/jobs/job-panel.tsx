import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useJobs } from '../../jobs/job-store.ts';
import { ClearFinished } from './clear-finished.tsx';
import { JobCard } from './job-card.tsx';
import classes from './jobs.module.css';
import { drawnAtOnce } from './use-near-view.ts';

/** The jobs at a glance, over whatever page is open. */
export function JobPanel({ onClose }: { onClose(): void }) {
  const jobs = useJobs();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={420}
      title="Jobs"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        <Group gap={8}>
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => <Link to="/jobs" {...props} />}
            onClick={onClose}
          >
            All jobs and settings
          </Button>
          <ClearFinished jobs={jobs} />
        </Group>
        {jobs.length === 0 ? (
          <Text className="muted" size="sm">
            No jobs yet. Long work, such as deleting a group with groups below it, shows up here and goes on
            while you do something else.
          </Text>
        ) : (
          <ul className={classes.list}>
            {jobs.map((job, index) => (
              <JobCard key={job.path} job={job} early={index < drawnAtOnce} onLeave={onClose} />
            ))}
          </ul>
        )}
      </Stack>
    </Drawer>
  );
}
