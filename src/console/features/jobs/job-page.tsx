import { Button, Group, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useNavigateHere } from '../../data/use-navigate-here.ts';
import { jobPathIn } from '../../../contract/jobs.ts';
import { useJobs } from '../../data/jobs/job-store.ts';
import { followJob } from '../../data/jobs/track-job.ts';
import { isEnded, messageOf, type TrackedJob } from '../../data/jobs/tracked-job.ts';
import { Copyable, CopyButton } from '../../ui/copyable.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Page } from '../../ui/page.tsx';
import { BackLink } from '../../ui/links/links.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { exactTime } from '../../lib/ago.ts';
import { durationOf, timeOfDay } from './progress.ts';
import { JobActions } from './job-actions.tsx';
import { JobHint, JobProgress, JobState, JobTimes } from './job-state.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './jobs.module.css';

/** Everything about one job. */
export function JobPage() {
  const { jobId } = useParams({ from: '/_app/jobs/$jobId' });
  const path = jobPathIn(`/delayed_job_statuses/${jobId}`);
  const job = useJobs().find((candidate) => candidate.path === path);
  const navigate = useNavigateHere();
  useTitle(job?.title);
  if (path === undefined || !job) return <UnknownJob path={path} jobId={jobId} />;
  return (
    <Page title={job.title} help="decisions#background-jobs" back={<BackLink to="/jobs">All jobs</BackLink>}>
      {/* Its heading gets the focus of a button that disappears when the job ends. */}
      <Group key={String(isEnded(job))} gap={12}>
        <JobState phase={job.phase} />
        <JobTimes job={job} />
        <JobActions job={job} onRemoved={() => void navigate({ to: '/jobs' })} />
      </Group>
      <Stack gap={8} maw={720}>
        <JobProgress job={job} />
        {messageOf(job) && (
          <Group gap={4} wrap="nowrap" align="flex-start">
            <Text size="md" className="wrap">
              {messageOf(job)}
            </Text>
            <CopyButton value={messageOf(job)} label="message" />
          </Group>
        )}
        <JobHint job={job} />
      </Stack>
      <JobDetails job={job} />
      <Timeline job={job} />
    </Page>
  );
}

function UnknownJob({ path, jobId }: { path: string | undefined; jobId: string }) {
  return (
    <Page
      title={`Job ${jobId}`}
      help="decisions#background-jobs"
      back={<BackLink to="/jobs">All jobs</BackLink>}
    >
      <Text size="md" maw="72ch">
        {path
          ? "This browser isn't following this job. You can follow it if it's yours and the service still has its status."
          : "This isn't a valid job ID."}
      </Text>
      {path !== undefined && (
        <div>
          <Button variant="filled" size="sm" onClick={() => followJob(path)}>
            Follow {path}
          </Button>
        </div>
      )}
    </Page>
  );
}

function JobDetails({ job }: { job: TrackedJob }) {
  return (
    <DetailList
      details={{
        Path: <Copyable value={job.path} label="job path" />,
        'Started by': job.user || '…',
        'Following since': exactTime(job.startedAt),
        Ended: job.endedAt !== undefined && exactTime(job.endedAt),
        Status: job.cleared && 'Removed from the service after it was read',
      }}
    />
  );
}

function Timeline({ job }: { job: TrackedJob }) {
  return (
    <Section id="timeline" title="Timeline" mb={8}>
      {job.timeline.length === 0 && (
        <Text size="md" c="dimmed">
          No messages yet.
        </Text>
      )}
      <ol className={classes.timeline}>
        {job.timeline.toReversed().map(({ at, message }) => (
          <li key={`${at} ${message}`}>
            <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
              {timeOfDay(at)}
            </time>
            <span className="muted">+{durationOf(at - job.startedAt)}</span>
            <span className="wrap">{message || 'No message'}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
