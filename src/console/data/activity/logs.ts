import { queryOptions } from '@tanstack/react-query';
import { changePath, type Change } from '../../../contract/activity/changes.ts';
import { signInEventPath, type SignInEvent } from '../../../contract/activity/sign-in-events.ts';
import { activityEndpoints } from '../../../contract/endpoints/activity.ts';
import { limits } from '../../../contract/limits.ts';
import { lastPart } from '../../../contract/path-fields.ts';
import { call } from '../../api/exchange.ts';
import { isStatus } from '../../../client/errors.ts';
import { pageSize } from '../../../client/lists.ts';
import { isPolled, unlessAskedToWait } from '../../api/retries.ts';
import { pageQuery, readPage, recordsPerPage, type RecordList } from '../service/record-pages.ts';
import { queryClient } from '../../query-client.ts';

/** The filters of a log, as query parameters. */
export type LogQuery = Readonly<Record<string, string>>;

interface LogPage<Entry> {
  rows: number;
  data: readonly Entry[];
  start: number;
  /** The cursor after the newest entry of the page. */
  next: string;
}

/** One of the service's two logs. */
export interface Log<Entry> {
  name: 'sign-ins' | 'changes';
  /** The singular noun: "sign-in". */
  noun: string;
  list(
    query: Readonly<Record<string, string | number>>,
    options?: { signal?: AbortSignal; isPolling?: boolean },
  ): Promise<LogPage<Entry>>;
  /** An entry's path. */
  keyOf(entry: Entry): string;
  pathOf(id: number): string;
}

/** Every attempt to sign in that the user can see. */
export const signInLog: Log<SignInEvent> = {
  name: 'sign-ins',
  noun: 'sign-in',
  list: async (query, options) => {
    const { body } = await call(activityEndpoints.listSignInEvents, { query, ...options });
    // Without `fields`, the list contains whole entries.
    return body as LogPage<SignInEvent>;
  },
  keyOf: (event) => event.sign_in_event_resource,
  pathOf: signInEventPath,
};

/** Every change to a record that the user can see. */
export const changeLog: Log<Change> = {
  name: 'changes',
  noun: 'change',
  list: async (query, options) => {
    const { body } = await call(activityEndpoints.listChanges, { query, ...options });
    // As above.
    return body as LogPage<Change>;
  },
  keyOf: (change) => change.change_resource,
  pathOf: changePath,
};

/** An entry's ID, the last part of its path. */
export function entryId(path: string): number {
  return Number(lastPart(path));
}

/** An entry; null if it was removed or isn't visible. */
async function unlessMissing<Entry>(response: Promise<{ body: Entry }>): Promise<Entry | null> {
  try {
    return (await response).body;
  } catch (error) {
    if (isStatus(error, 404)) return null;
    throw error;
  }
}

/** One sign-in with its steps; null as `unlessMissing`. */
export function signInEventQuery(id: number) {
  return queryOptions({
    queryKey: ['activity', 'sign-ins', 'entry', id],
    queryFn: ({ signal }) =>
      unlessMissing(call(activityEndpoints.getSignInEvent, { params: { id }, signal })),
    // Entries change only when a user is erased from the logs, which refetches them.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** One change; null as `unlessMissing`. */
export function changeQuery(id: number) {
  return queryOptions({
    queryKey: ['activity', 'changes', 'entry', id],
    queryFn: ({ signal }) => unlessMissing(call(activityEndpoints.getChange, { params: { id }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * The cursor where a log ended when it was first listed. Earlier entries are listed by page, later ones follow it. The response
 * that shows it is the first page.
 */
export function logEndQuery<Entry>(log: Log<Entry>, query: LogQuery) {
  return queryOptions({
    queryKey: ['activity', log.name, 'end', query],
    queryFn: async ({ client, signal }) => {
      const first = await log.list({ ...query, limit: recordsPerPage }, { signal });
      const list = logPages(log, query, first.next);
      const fetch: typeof list.fetch = (start, ...rest) =>
        start === 0 ? Promise.resolve(first) : list.fetch(start, ...rest);
      client.setQueryData(pageQuery(list, 0).queryKey, await readPage({ ...list, fetch }, 0));
      return first.next;
    },
    // Not even if it's invalidated: the list would start again with other pages.
    staleTime: 'static',
  });
}

/** The entries up to the end of a log, page by page. */
export function logPages<Entry>(log: Log<Entry>, query: LogQuery, end: string): RecordList<Entry> {
  return {
    key: ['activity', log.name, 'pages', query, end],
    fetch: async (start, limit, previous) => {
      // Later entries would shift the pages.
      if (previous === undefined) return log.list({ ...query, through: end, start, limit });
      // Up to the entry before: with filters, the service would have to find all newer matches again to skip them.
      const through = entryId(log.keyOf(previous)) - 1;
      const page = await log.list({ ...query, through, limit });
      return { ...page, rows: start + page.rows, start };
    },
    keyOf: log.keyOf,
    countedAhead: limits.countedAhead,
  };
}

/** Entries after a cursor, newest first, and where they end. */
interface NewerEntries<Entry> {
  entries: readonly Entry[];
  cursor: string;
}

const pollMilliseconds = 3_000;

/** The entries after the end of a log, updated while they're shown. */
export function newerQuery<Entry>(log: Log<Entry>, query: LogQuery, end: string) {
  return queryOptions({
    queryKey: ['activity', log.name, 'newer', query, end],
    queryFn: async ({ client, queryKey, signal }): Promise<NewerEntries<Entry>> => {
      const known = client.getQueryState<NewerEntries<Entry>>(queryKey);
      // Invalidated entries may have changed: a user was erased from them.
      let newer = (!known?.isInvalidated && known?.data) || { entries: [], cursor: end };
      for (;;) {
        const page = { ...query, after: newer.cursor, limit: pageSize };
        const { data, next } = await log.list(page, { signal, isPolling: true });
        if (data.length === 0) return newer;
        newer = { entries: [...data.toReversed(), ...newer.entries], cursor: next };
        if (data.length < pageSize) return newer;
      }
    },
    staleTime: 0,
    refetchInterval: unlessAskedToWait(pollMilliseconds),
    // Compared by identity: an unchanged list doesn't render anything again.
    structuralSharing: false,
  });
}

/** The most recent entries that match a query. */
interface RecentEntries<Entry> {
  entries: readonly Entry[];
  /** Whether these are all of them. */
  complete: boolean;
}

/** The most recent entries of a log. @param most how many to load, at most a page */
export function recentQuery<Entry>(log: Log<Entry>, query: LogQuery, most: number) {
  return queryOptions({
    queryKey: ['activity', log.name, 'recent', query, most],
    queryFn: async ({ signal, meta }): Promise<RecentEntries<Entry>> => {
      const options = { signal, isPolling: isPolled(meta) };
      const { data, rows } = await log.list({ ...query, limit: most }, options);
      return { entries: data, complete: data.length >= rows };
    },
  });
}

/** A user's most recent sign-ins. */
export const recentSignInsQuery = (filter: LogQuery) => recentQuery(signInLog, filter, 10);

/** The changes to a record, without those to what's below it, such as API keys: in practice, a page has all of them. */
export const recordChangesQuery = (resource: string) =>
  queryOptions({
    ...recentQuery(changeLog, { resource }, pageSize),
    select: ({ entries, complete }) => ({
      entries: entries.filter((change) => change.resource === resource),
      complete,
    }),
  });

/** The newest changes, as far as the overview lists and counts them. */
export const newestChangesQuery = () =>
  recentQuery(
    changeLog,
    { fields: 'change_resource,at,login,via,action,resource,name,fields,count' },
    pageSize,
  );

/** Loads the first page of a log. */
export async function loadLog<Entry>(log: Log<Entry>, query: LogQuery): Promise<void> {
  const end = await queryClient.ensureQueryData(logEndQuery(log, query));
  await queryClient.ensureQueryData(pageQuery(logPages(log, query, end), 0));
}
