import { useQuery } from '@tanstack/react-query';
import { recentQuery, type Log } from './logs.ts';

/**
 * Names a record by the newest entry about it, which also works for deleted ones.
 * @param parameter the log's filter that finds the entry
 * @param path the record's path, if there's one to name
 * @returns the name; the path until it's known, or if no entry has it
 */
export function useRecordedName<Entry>(
  log: Log<Entry>,
  parameter: string,
  path: string | undefined,
  nameOf: (entry: Entry) => string | null,
): string | undefined {
  const { data } = useQuery({
    ...recentQuery(log, path === undefined ? {} : { [parameter]: path }, 1),
    enabled: path !== undefined,
  });
  const entry = path === undefined ? undefined : data?.entries[0];
  return (entry && nameOf(entry)) ?? path;
}
