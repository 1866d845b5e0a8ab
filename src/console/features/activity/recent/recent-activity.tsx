import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isUnavailable } from '../../../api/errors.ts';
import { problemOf } from '../../../data/problem-of.ts';
import { currentMinute, signInQuery, type LogSearch } from '../../../data/activity/filters.ts';
import { polled } from '../../../api/polling.ts';
import { changeLog, recentQuery, signInLog, type Log, type LogQuery } from '../../../data/activity/logs.ts';
import { ErrorView } from '../../../ui/error-view.tsx';
import { ItemList, type Item } from '../../../ui/item-list/item-list.tsx';
import { LineSkeletons } from '../../../ui/line-skeletons.tsx';
import { changeItem, signInItem } from './items.tsx';

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
      {error && <ErrorView title={`Couldn't load ${noun}`} {...problemOf(error, refetch)} />}
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
