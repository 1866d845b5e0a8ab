import { Badge, Table, Text } from '@mantine/core';
import { useJobs, type TrackedJob } from '../../jobs/track-job.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Page } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './job-list.module.css';

/** The background jobs that this tab saw start. */
export function JobList() {
  const jobs = useJobs();
  return (
    <Page title="Jobs">
      {jobs.length === 0 && (
        <Text maw="72ch">
          No job has started in this tab. Deleting a group with groups below it starts one. This version shows
          the jobs of this tab alone, until it is reloaded.
        </Text>
      )}
      {jobs.length > 0 && (
        <section aria-label="Jobs of this tab" className={classes.scroll}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Job</Table.Th>
                <Table.Th>State</Table.Th>
                <Table.Th>Message</Table.Th>
                <Table.Th>Started</Table.Th>
                <Table.Th>Path</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {jobs.map((job) => (
                <Table.Tr key={job.path}>
                  <Table.Td className={classes.title}>{job.title}</Table.Td>
                  <Table.Td>
                    <State job={job} />
                  </Table.Td>
                  <Table.Td className={classes.message}>{job.status.message}</Table.Td>
                  <Table.Td className={classes.started}>
                    <RelativeTime at={job.startedAt} />
                  </Table.Td>
                  <Table.Td>
                    <Copyable value={job.path} label="job path" />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
    </Page>
  );
}

function State({ job: { status, removed } }: { job: TrackedJob }) {
  if (removed) return <Badge color="gray">Outcome not known</Badge>;
  if (!status.finished) return <Badge color="blue">Running</Badge>;
  return status.failed ? <Badge color="red">Failed</Badge> : <Badge>Done</Badge>;
}
