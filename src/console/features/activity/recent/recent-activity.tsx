import { Link } from '@tanstack/react-router';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Change } from '../../../../contract/activity/changes.ts';
import type { SignInEvent } from '../../../../contract/activity/sign-in-events.ts';
import {
  entryId,
  changeLog,
  recentQuery,
  signInLog,
  type Log,
  type LogQuery,
} from '../../../data/activity/logs.ts';
import { reasonOf } from '../../../data/activity/reasons.ts';
import { msg } from '../../../lib/text.ts';
import { CloseIcon, icon } from '../../../ui/icons.tsx';
import { type Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { authorText } from '../record-link.tsx';
import { titleOf, summaryOf } from '../changes/change-columns.tsx';
import { methodOf } from '../sign-ins/sign-in-columns.tsx';
import { isUnavailable } from '../../../api/errors.ts';
import { errorProps } from '../../../data/error-props.ts';
import { currentMinute, signInQuery, type LogSearch } from '../../../data/activity/filters.ts';
import { polled } from '../../../api/retries.ts';
import { ErrorView } from '../../../ui/error-view.tsx';
import { LineSkeletons } from '../../../ui/line-skeletons.tsx';

const most = 5;
const rejected = { outcome: 'rejected' } as const;

interface RecentActivityProps {
  /** Whether the user may see others' sign-ins. */
  signIns: boolean;
  /** Whether they may see changes. */
  changes: boolean;
}

/** The most recent rejected sign-ins and changes; nothing about a log that the service lacks. */
export function RecentActivity({ signIns, changes }: RecentActivityProps) {
  const [now] = useState(currentMinute);
  return (
    <>
      {signIns && (
        <RecentEntries
          title="Rejected sign-ins"
          noun="rejected sign-ins"
          empty="None in the last 7 days"
          log={signInLog}
          query={signInQuery({ ...rejected, period: 'week' }, now)}
          search={rejected}
          itemOf={signInItem}
        />
      )}
      {changes && (
        <RecentEntries
          title="Recent changes"
          noun="changes"
          empty="No changes are visible to you"
          log={changeLog}
          query={{}}
          search={{ log: 'changes' }}
          itemOf={changeItem}
        />
      )}
    </>
  );
}

interface RecentEntriesProps<Entry> {
  title: string;
  /** What's listed: "changes". */
  noun: string;
  /** Shown if there are none. */
  empty: string;
  log: Log<Entry>;
  query: LogQuery;
  /** The Activity page with all of them. */
  search: LogSearch;
  itemOf(entry: Entry): Item;
}

function RecentEntries<Entry>(props: RecentEntriesProps<Entry>) {
  const { title, noun, empty, log, query, search, itemOf } = props;
  const { data, error, refetch } = useQuery({ ...recentQuery(log, query, most), ...polled });
  if (isUnavailable(error)) return null;
  const id = `recent-${log.name}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {error && <ErrorView title={`Couldn't load ${noun}`} {...errorProps(error, refetch)} />}
      {!data && !error && <LineSkeletons label={`Loading ${noun}`} lines={3} />}
      {data?.entries.length === 0 && !error && <Text c="dimmed">{empty}</Text>}
      {data && data.entries.length > 0 && (
        <>
          <ItemList items={data.entries.map(itemOf)} />
          <Text mt={8}>
            <Link to="/activity" search={search}>
              Show all {noun}
            </Link>
          </Text>
        </>
      )}
    </section>
  );
}

const ChangeIcon = icon('M4 20v-4L15 5l4 4L8 20zM13 7l4 4');

/** A rejected sign-in: why, who, how and when. */
function signInItem(event: SignInEvent): Item {
  const { sign_in_event_resource: path, at, login, code } = event;
  return {
    id: path,
    icon: <CloseIcon />,
    tone: 'bad',
    title: (
      <Link to="/activity" search={{ entry: entryId(path) }}>
        {code === null ? 'Rejected' : reasonOf(code)}
      </Link>
    ),
    detail: (
      <>
        {msg`${login ?? 'Unknown user'} · ${methodOf(event)} · `}
        <RelativeTime at={new Date(at)} />
      </>
    ),
  };
}

/** A change: what, by whom and when. */
function changeItem(change: Change): Item {
  const { change_resource: path, at } = change;
  const summary = summaryOf(change);
  return {
    id: path,
    icon: <ChangeIcon />,
    tone: 'muted',
    title: (
      <Link to="/activity" search={{ log: 'changes', entry: entryId(path) }}>
        {titleOf(change)}
      </Link>
    ),
    detail: (
      <>
        {summary !== '' && `${summary} · `}
        {authorText(change)} · <RelativeTime at={new Date(at)} />
      </>
    ),
  };
}
