import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../lib/text.ts';
import { recordChangesQuery } from './logs.ts';

/** How many changes to a record are in the log: "3", "1,000+"; undefined while that's unknown. */
export function useChangeCount(resource: string | undefined): string | undefined {
  const enabled = resource !== undefined;
  const { data } = useQuery({ ...recordChangesQuery(resource ?? ''), enabled });
  if (!data) return undefined;
  const own = data.entries.filter((change) => change.resource === resource);
  return `${formatNumber(own.length)}${data.complete ? '' : '+'}`;
}
