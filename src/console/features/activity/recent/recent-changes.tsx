import { useQuery } from '@tanstack/react-query';
import { Text, Avatar, Stack } from '@mantine/core';
import type { Change } from '../../../../contract/activity/changes.ts';
import { isUnavailable } from '../../../../client/errors.ts';
import { polled } from '../../../api/retries.ts';
import { entryId, newestChangesQuery } from '../../../data/activity/logs.ts';
import { errorProps } from '../../../data/access/error-props.tsx';
import { ErrorView } from '../../../ui/error-view.tsx';
import { LineSkeletons } from '../../../ui/line-skeletons.tsx';
import { AnchorLink } from '../../../ui/links/links.tsx';
import { Name } from '../../../ui/name.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Section } from '../../../ui/section.tsx';
import { summaryOf, titleOf } from '../changes/change-columns.tsx';
import { JobsIcon, UserIcon } from '../../../ui/icons.tsx';
import { authorText, serviceText } from '../../../data/activity/author.ts';
import classes from './recent-changes.module.css';

const most = 6;

/**
 * The most recent changes that the user can see; nothing if the service has no log of them.
 * @param byJobs lists only those that any user's jobs made; nothing if there's none
 */
export function RecentChanges({ byJobs = false }: { byJobs?: boolean }) {
  const { data, error, refetch } = useQuery({ ...newestChangesQuery(), ...polled });
  const changes = byJobs ? data?.entries.filter(({ via }) => via.startsWith('job ')) : data?.entries;
  if (isUnavailable(error) || (byJobs && !changes?.length && !error)) return null;
  return (
    <Section
      id="recent-changes"
      title={byJobs ? 'Recent changes by jobs' : 'Recent changes'}
      actions={
        <AnchorLink to="/activity" search={{ log: 'changes' }}>
          Show all<span className="visually-hidden"> changes</span>
        </AnchorLink>
      }
    >
      {error && <ErrorView title="Couldn't load changes" {...errorProps(error, refetch)} />}
      {!data && !error && <LineSkeletons label="Loading changes" lines={most} />}
      {changes?.length === 0 && !error && <Text c="dimmed">No changes are visible to you</Text>}
      {changes && changes.length > 0 && (
        <Stack component="ul" gap={0} p={0} m={0}>
          {changes.slice(0, most).map((change) => (
            <ChangeItem key={change.change_resource} change={change} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

/** A change: by whom, what and when. */
function ChangeItem({ change }: { change: Change }) {
  const { change_resource: path, at, login } = change;
  const summary = summaryOf(change);
  return (
    <li className={`plain ${classes.change}`}>
      <Avatar aria-hidden="true" translate="no" tt="uppercase">
        {login?.slice(0, 2) ?? (serviceText(change) ? <JobsIcon /> : <UserIcon />)}
      </Avatar>
      <AnchorLink
        to="/activity"
        search={{ log: 'changes', entry: entryId(path) }}
        c="inherit"
        fw={500}
        size="sm"
        underline="hover"
      >
        {titleOf(change)}
      </AnchorLink>
      <div className="muted">
        <Name>{authorText(change)}</Name>
        {summary !== '' && ` · ${summary}`}
      </div>
      <span className="muted">
        <RelativeTime at={new Date(at)} />
      </span>
    </li>
  );
}
