import { queryOptions } from '@tanstack/react-query';
import type { Alert } from '../../../contract/activity/alerts.ts';
import { alertsEndpoints } from '../../../contract/endpoints/alerts.ts';
import { isPolled, polled } from '../../api/retries.ts';
import { call } from '../service/call.ts';
import { loadAll, pageSize } from '../service/lists.ts';

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
