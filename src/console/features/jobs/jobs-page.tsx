import { ActionIcon, NativeSelect, Popover, Stack, Switch, Text, Button, TextInput } from '@mantine/core';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { MuteJobsSwitch } from '../../data/jobs/mute-jobs-switch.tsx';
import { paces, useJobSettings } from '../../data/jobs/settings.ts';
import { jobPathIn } from '../../../contract/jobs.ts';
import { useJobs } from '../../data/jobs/job-store.ts';
import { messageOf, type TrackedJob } from '../../data/jobs/tracked-job.ts';
import { WholeTable } from '../../data/whole-table.tsx';
import type { Column } from '../../ui/data-table/columns.ts';
import { textColumn } from '../../ui/data-table/time-column.tsx';
import type { Filter } from '../../ui/data-table/list-state.ts';
import { icon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { ClearFinished } from './clear-finished.tsx';
import { JobActions } from './job-actions.tsx';
import { JobLink, JobHint, JobProgress, JobState, phases, stateOf, JobTimes } from './job-state.tsx';
import classes from './jobs.module.css';
import { followJob } from '../../data/jobs/track-job.ts';
import { withAction } from '../../ui/mantine/with-action.tsx';

/**
 * The signed-in user's jobs known to this browser, and its settings for jobs.
 * @param recorded what any user's jobs have changed
 */
export function JobsPage({ recorded }: { recorded: ReactNode }) {
  return (
    <Page title="Jobs" type="list" help="decisions#background-jobs" actions={<JobSettings />}>
      <section aria-label="Your jobs" className={classes.main}>
        <JobList />
      </section>
      {recorded}
    </Page>
  );
}

const columns: Column<TrackedJob>[] = [
  textColumn('job', 'Job', 'minmax(200px, 1fr)', ({ title }) => title, {
    sort: true,
    cell: (job) => (
      <>
        <JobLink job={job} />
        <Text className="wrap">{messageOf(job)}</Text>
        <JobProgress job={job} />
        <JobHint job={job} />
      </>
    ),
  }),
  textColumn('state', 'State', '120px', ({ phase }) => stateOf(phase), {
    sort: true,
    cell: ({ phase }) => <JobState phase={phase} />,
  }),
  textColumn('started', 'Time', '150px', ({ startedAt }) => new Date(startedAt).toISOString(), {
    sort: ({ startedAt }) => startedAt,
    isTime: true,
    cell: (job) => (
      <span className={classes.times}>
        <JobTimes job={job} />
      </span>
    ),
  }),
  textColumn('actions', 'Actions', '88px', () => '', {
    screenOnly: true,
    cell: (job) => <JobActions job={job} />,
  }),
];

const filters: Filter<TrackedJob>[] = [
  {
    id: 'state',
    label: 'State',
    options: [...new Set(phases.map(stateOf))].map((state) => ({ value: state.toLowerCase(), label: state })),
    valuesOf: ({ phase }) => [stateOf(phase).toLowerCase()],
  },
];

const keyOf = ({ path }: TrackedJob) => path;

function JobList() {
  // Deferred, so that two hundred jobs arriving together don't block the page.
  const jobs = useDeferredValue(useJobs());
  return (
    <WholeTable
      id="job"
      label="Jobs"
      noun="job"
      items={jobs}
      columns={columns}
      keyOf={keyOf}
      rowHeight="auto"
      filters={filters}
      actions={<ClearFinished jobs={jobs} />}
      empty={
        <Text size="md" maw="72ch">
          No jobs yet in this browser. Requests that take long can start one, such as deleting a group with
          subgroups. A job continues in the service even if you close this page.
        </Text>
      }
    />
  );
}

const paceNames = [
  { value: 'auto', label: 'Automatically, at least every 10 s' },
  ...paces.map((seconds) => ({ value: String(seconds), label: `Every ${seconds} s` })),
  { value: 'off', label: 'Manually' },
];

const GearIcon = icon(
  'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 3v3m0 12v3M3 12h3m12 0h3M5.6 5.6l2.1 2.1m8.6 8.6 2.1 2.1m0-12.8-2.1 2.1m-8.6 8.6-2.1 2.1',
);

/** A button that shows this browser's settings for jobs. */
function JobSettings() {
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={32} aria-label="Job settings" title="Job settings">
          <GearIcon />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Settings />
      </Popover.Dropdown>
    </Popover>
  );
}

function Settings() {
  const [settings, change] = useJobSettings();
  return (
    <Stack gap="sm" w="min(22rem, 80vw)">
      <NativeSelect
        label="Check running jobs"
        data={paceNames}
        value={String(settings.pace)}
        onChange={({ currentTarget: { value } }) =>
          change({
            pace: value === 'off' ? value : (paces.find((seconds) => String(seconds) === value) ?? 'auto'),
          })
        }
      />
      <Switch
        label="Remove statuses of finished jobs"
        description="Services before version 9.7.0 keep them until they're removed."
        checked={settings.removeRead}
        onChange={(event) => change({ removeRead: event.currentTarget.checked })}
      />
      <MuteJobsSwitch />
      <FollowJob />
    </Stack>
  );
}

/** Follows a job that was started elsewhere, by its path. */
function FollowJob() {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const follow = () => {
    const path = jobPathIn(text);
    if (path === undefined) {
      setProblem('Enter the path of a job status, such as /delayed_job_statuses/12, or its ID');
      return;
    }
    followJob(path);
    setText('');
    setProblem(undefined);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        follow();
      }}
    >
      <TextInput
        label="Follow a job by its path"
        placeholder="/delayed_job_statuses/…"
        value={text}
        error={problem}
        autoComplete="off"
        inputContainer={withAction(
          <Button size="sm" type="submit">
            Follow
          </Button>,
        )}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
    </form>
  );
}
