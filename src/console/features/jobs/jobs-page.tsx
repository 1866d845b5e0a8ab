import { Group, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { jobIdOf } from '../../../contract/jobs.ts';
import { useJobs } from '../../jobs/job-store.ts';
import { messageOf, type TrackedJob } from '../../jobs/tracked-job.ts';
import { Page } from '../../ui/page.tsx';
import { ClearFinished } from './clear-finished.tsx';
import { FollowJob } from './follow-job.tsx';
import { JobActions } from './job-actions.tsx';
import { JobSettings } from './job-settings.tsx';
import { JobHint, JobProgress, JobState } from './job-state.tsx';
import { JobTimes } from './job-times.tsx';
import classes from './jobs.module.css';
import { drawnAtOnce, useNearView } from './use-near-view.ts';

/** Every job that this browser knows of the signed-in user, and how it deals with them. */
export function JobsPage() {
  return (
    <Page title="Jobs">
      <div className={classes.columns}>
        <section aria-label="Your jobs" className={classes.main}>
          <JobList />
        </section>
        <aside aria-label="Following jobs" className={classes.aside}>
          <FollowJob />
          <JobSettings />
        </aside>
      </div>
    </Page>
  );
}

/** A part of its own: while jobs run it is drawn several times a second. */
function JobList() {
  const jobs = useJobs();
  if (jobs.length === 0) {
    return (
      <Text maw="72ch">
        No jobs yet. Deleting a group with groups below it starts one, and so does an import. A job goes on at
        the service, whatever happens to this page; this browser remembers it for you.
      </Text>
    );
  }
  return (
    <>
      <Group justify="flex-end" mb={8}>
        <ClearFinished jobs={jobs} />
      </Group>
      <Table verticalSpacing={6} layout="fixed" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={128}>State</Table.Th>
            <Table.Th>Job</Table.Th>
            <Table.Th w={160}>Time</Table.Th>
            <Table.Th w={88}>Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {jobs.map((job, index) => (
            <JobRow key={job.path} job={job} early={index < drawnAtOnce} />
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

interface JobRowProps {
  job: TrackedJob;
  /** Drawn before it is known whether it is in view. */
  early: boolean;
}

/** One job; drawn anew only when the job itself has changed, and in full only near the view. */
const JobRow = memo(function JobRow({ job, early }: JobRowProps) {
  const [ref, { near, height }] = useNearView(early);
  return (
    <Table.Tr ref={ref} className={classes.row} {...(near ? {} : { h: height ?? 44 })}>
      <Table.Td>
        <JobState phase={job.phase} />
      </Table.Td>
      {near ? <JobCells job={job} /> : <td colSpan={3}>{job.title}</td>}
    </Table.Tr>
  );
});

function JobCells({ job }: { job: TrackedJob }) {
  return (
    <>
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
}
