import { ActionIcon, Group, Kbd, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { LogSearch } from '../../data/activity/filters.ts';
import { entryId, type Log } from '../../data/activity/logs.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { textColumn } from '../../ui/data-table/time-column.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { HelpLink } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { BackLink } from '../../ui/links/links.tsx';
import { exactTime } from '../../lib/ago.ts';
import { singleKeys } from '../../lib/keys.ts';
import { useStore } from '../../lib/store.ts';
import classes from './activity.module.css';

interface EntryPanelProps {
  title: string;
  /** What the list has: "sign-ins". */
  entries: string;
  children: ReactNode;
}

/** An entry beside its list, or in its place on phones. Its address can be shared. */
export function EntryPanel({ title, entries, children }: EntryPanelProps) {
  useTitle(title);
  const stepKeys = useStore(singleKeys);
  return (
    <Stack gap="lg">
      <Stack gap={8}>
        <div className="phone-only">
          <BackLink to="/activity" search={withoutEntry}>
            All {entries}
          </BackLink>
        </div>
        <Group wrap="nowrap" align="flex-start">
          <Title tabIndex={-1} className="wrap">
            {title}
          </Title>
          <HelpLink chapter="administrator#find-out-who-did-what" />
          <CloseLink />
        </Group>
      </Stack>
      {children}
      {/* Phones have no such keys. */}
      <Text c="dimmed" className="no-print" visibleFrom="sm">
        {stepKeys && (
          <>
            <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> next and previous ·{' '}
          </>
        )}
        <Kbd size="xs">Esc</Kbd> closes
      </Text>
    </Stack>
  );
}

/** Shown for an entry that was removed or isn't visible. @param noun "sign-in" */
export function MissingEntry({ noun }: { noun: string }) {
  return (
    <EntryPanel title={`This ${noun} isn't in the log`} entries={`${noun}s`}>
      <Text>It was removed, or you don't have permission to view it.</Text>
    </EntryPanel>
  );
}

/** The list, which keeps its filters. */
const withoutEntry = (search: object) => ({ ...search, entry: undefined });

function CloseLink() {
  return (
    <ActionIcon
      size={28}
      ml="auto"
      aria-label="Close"
      title="Close (Esc)"
      className={classes.close}
      renderRoot={(root) => <Link to="/activity" search={withoutEntry} {...root} />}
    >
      <CloseIcon />
    </ActionIcon>
  );
}

/** A time in full and as an age: "Mar 30, 2026, 7:05:12 AM GMT+2 (5 min ago)". */
export function ExactTime({ at }: { at: string }) {
  const time = new Date(at);
  return (
    <>
      {Number.isNaN(time.getTime()) ? at : exactTime(time)}{' '}
      <span className="muted">
        (<RelativeTime at={time} />)
      </span>
    </>
  );
}

/** The column of a log with an entry's time, which opens it. @param search the list that it opens next to */
export function entryColumn<Entry extends { at: string }>(log: Log<Entry>, search: LogSearch): Column<Entry> {
  return textColumn('at', 'Time', 'minmax(110px, 1fr)', ({ at }) => at, {
    isTime: true,
    cell: (entry) => (
      <Link to="/activity" search={{ ...search, entry: entryId(log.keyOf(entry)) }}>
        <RelativeTime at={new Date(entry.at)} />
      </Link>
    ),
  });
}
