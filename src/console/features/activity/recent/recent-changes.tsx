import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Text } from '@mantine/core';
import type { Change } from '../../../../contract/activity/changes.ts';
import { isUnavailable } from '../../../api/errors.ts';
import { polled } from '../../../api/retries.ts';
import { entryId, newestChangesQuery } from '../../../data/activity/logs.ts';
import { errorProps } from '../../../data/error-props.ts';
import { ErrorView } from '../../../ui/error-view.tsx';
import { LineSkeletons } from '../../../ui/line-skeletons.tsx';
import { AnchorLink } from '../../../ui/links/links.tsx';
import { Name } from '../../../ui/name.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Section } from '../../../ui/section.tsx';
import { summaryOf, titleOf } from '../changes/change-columns.tsx';
import { authorText } from '../record-link.tsx';
import classes from './recent-changes.module.css';

const most = 6;

/** The most recent changes that the user can see; nothing if the service has no log of them. */
export function RecentChanges() {
  const { data, error, refetch } = useQuery({ ...newestChangesQuery(), ...polled });
  if (isUnavailable(error)) return null;
  return (
    <Section
      id="recent-changes"
      title="Recent changes"
      actions={
        <AnchorLink to="/activity" search={{ log: 'changes' }}>
          Show all<span className="visually-hidden"> changes</span>
        </AnchorLink>
      }
    >
      {error && <ErrorView title="Couldn't load changes" {...errorProps(error, refetch)} />}
      {!data && !error && <LineSkeletons label="Loading changes" lines={most} />}
      {data?.entries.length === 0 && !error && <Text c="dimmed">No changes are visible to you</Text>}
      {data && data.entries.length > 0 && (
        <ul className={classes.changes}>
          {data.entries.slice(0, most).map((change) => (
            <ChangeItem key={change.change_resource} change={change} />
          ))}
        </ul>
      )}
    </Section>
  );
}

/** A change: by whom, what and when. */
function ChangeItem({ change }: { change: Change }) {
  const { change_resource: path, at, login } = change;
  const summary = summaryOf(change);
  return (
    <li className={classes.change}>
      <span className={classes.author} aria-hidden="true" translate="no">
        {(login ?? '·').slice(0, 2)}
      </span>
      <div className={classes.text}>
        <Link to="/activity" search={{ log: 'changes', entry: entryId(path) }}>
          {titleOf(change)}
        </Link>
        <div className="muted">
          <Name>{authorText(change)}</Name>
          {summary !== '' && ` · ${summary}`}
        </div>
      </div>
      <span className="muted">
        <RelativeTime at={new Date(at)} />
      </span>
    </li>
  );
}
