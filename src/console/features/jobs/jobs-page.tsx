import { Group, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, memo, useDeferredValue } from 'react';
import { jobIdOf } from '../../../contract/jobs.ts';
import { useJobs } from '../../data/jobs/job-store.ts';
import { messageOf, type TrackedJob } from '../../data/jobs/tracked-job.ts';
import { Page } from '../../ui/page.tsx';
import { ClearFinished } from './clear-finished.tsx';
import { FollowJob } from './follow-job.tsx';
import { JobActions } from './job-actions.tsx';
import { JobSettings } from './job-settings.tsx';
import { JobHint, JobProgress, JobState } from './job-state.tsx';
import { JobTimes } from './job-times.tsx';
import classes from './jobs.module.css';
import { useRowsInView } from './use-rows-in-view.ts';

/** The signed-in user's jobs known to this browser, and its settings for jobs. */
export function JobsPage() {
  return (
    <Page title="Jobs">
      <div className={classes.columns}>
        <section aria-label="Your jobs" className={classes.main}>
          <JobList />
        </section>
        <aside aria-label="Job settings" className={classes.aside}>
          <FollowJob />
          <JobSettings />
        </aside>
      </div>
    </Page>
  );
}

function JobList() {
  // Deferred, so that two hundred jobs arriving together don't block the page.
  return <JobTable jobs={useDeferredValue(useJobs())} />;
}

const JobTable = memo(function JobTable({ jobs }: { jobs: readonly TrackedJob[] }) {
  const { listRef, listProps, rowRef, rows, after } = useRowsInView(jobs, 60);
  if (jobs.length === 0) {
    return (
      <Text maw="72ch">
        No jobs yet. Deleting a group with subgroups starts one, and so does an import. A job continues in the
        service even if you close this page.
      </Text>
    );
  }
  return (
    <>
      <Group justify="flex-end" mb={8}>
        <ClearFinished jobs={jobs} />
      </Group>
      <Table verticalSpacing={6} layout="fixed" className={classes.table} aria-rowcount={jobs.length + 1}>
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
            <Table.Th w={128}>State</Table.Th>
            <Table.Th>Job</Table.Th>
            <Table.Th w={160}>Time</Table.Th>
            <Table.Th w={88}>Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={listRef} {...listProps}>
          {rows.map(({ index, key, gap }) => {
            const job = jobs[index];
            return (
              job && (
                <Fragment key={key}>
                  <Gap height={gap} />
                  <Table.Tr ref={rowRef} data-index={index} aria-rowindex={index + 2} className={classes.row}>
                    <JobCells job={job} />
                  </Table.Tr>
                </Fragment>
              )
            );
          })}
          <Gap height={after} />
        </Table.Tbody>
      </Table>
    </>
  );
});

/** Takes the space of rows that aren't rendered. */
function Gap({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden className={classes.gap} style={{ height }} />;
}

/** One job. Renders again only when the job itself changes. */
const JobCells = memo(function JobCells({ job }: { job: TrackedJob }) {
  return (
    <>
      <Table.Td>
        <JobState phase={job.phase} />
      </Table.Td>
      <Table.Td>
        <Link to="/jobs/$jobId" params={{ jobId: jobIdOf(job.path) }} className={classes.title}>
          {job.title}
        </Link>
        <Text size="sm" className="wrap">
          {messageOf(job)}
        </Text>
        <JobProgress job={job} />
        <JobHint job={job} />
      </Table.Td>
      <Table.Td className={classes.times}>
        <JobTimes job={job} />
      </Table.Td>
      <Table.Td>
        <JobActions job={job} />
      </Table.Td>
    </>
  );
});
