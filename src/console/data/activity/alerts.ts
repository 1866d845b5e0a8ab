import { queryOptions } from '@tanstack/react-query';
import type { Alert } from '../../../contract/activity/alerts.ts';
import { alertsEndpoints } from '../../../contract/endpoints/alerts.ts';
import { jobIdOf } from '../../../contract/jobs.ts';
import { isPolled, polled } from '../../api/retries.ts';
import { formatNumber, msg } from '../../lib/text.ts';
import { call } from '../service/call.ts';
import { loadAll } from '../service/lists.ts';
import { pageSize } from '../../../client/lists.ts';

/** The visible alerts of the last days, newest first. */
export const alertsQuery = queryOptions({
  queryKey: ['activity', 'alerts'],
  queryFn: async ({ signal, meta }) => {
    const { records } = await loadAll(
      async (start) => {
        const query = { start, limit: pageSize };
        return (await call(alertsEndpoints.listAlerts, { query, signal, isPolling: isPolled(meta) })).body;
      },
      ({ id }) => id,
    );
    // Without `fields`, the list contains whole records.
    return records as Alert[];
  },
  ...polled,
});

/** Names the record that an alert is about; of several jobs, the latest. */
export function titleOf({ type, resource, name, count }: Alert): string {
  if (type !== 'job.failed') return name || resource;
  const job = jobIdOf(resource);
  const jobs = count > 1 ? `Job ${job} and ${formatNumber(count - 1)} more` : `Job ${job}`;
  return name ? msg`${jobs}, started by ${name}` : jobs;
}
