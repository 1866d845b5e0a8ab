import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Alert, AlertDestination } from '../../../contract/activity/alerts.ts';
import { alertsEndpoints } from '../../../contract/endpoints/alerts.ts';
import { jobIdOf } from '../../../contract/jobs.ts';
import { isPolled, polled } from '../../api/retries.ts';
import { formatNumber, msg } from '../../lib/text.ts';
import { call, loadList } from '../../api/exchange.ts';
import { queryClient } from '../../query-client.ts';
import { notify } from '../notifications/notify.ts';

/** The visible alerts of the last days, newest first. */
export const alertsQuery = queryOptions({
  queryKey: ['activity', 'alerts'],
  queryFn: async ({ signal, meta }) => {
    const input = { signal, isPolling: isPolled(meta) };
    return (await loadList(alertsEndpoints.listAlerts, input, ({ id }: Alert) => id)).records;
  },
  ...polled,
});

/** Where alerts are sent, and whether they arrive: for users who can read providers. */
export const alertDestinationsQuery = queryOptions({
  queryKey: ['activity', 'alerts', 'destinations'],
  queryFn: async ({ signal, meta }) =>
    (await call(alertsEndpoints.listAlertDestinations, { signal, isPolling: isPolled(meta) })).body.data,
  ...polled,
});

/** Sends a test alert to every destination. */
export function useTestAlert() {
  return useMutation({
    mutationFn: async () => (await call(alertsEndpoints.testAlerts)).body.data,
    onSuccess: (data) => {
      queryClient.setQueryData(alertDestinationsQuery.queryKey, data);
      for (const { name, failing_since: since } of data)
        if (since === null) notify.success(msg`The test alert arrived at ${name}`);
    },
    onError: (error) => notify.error("Couldn't send a test alert", error),
  });
}

/** How the last attempt ended: "Status 404: no_service". */
export function resultOf({ status, answer }: AlertDestination): string {
  if (status === null) return answer ?? '';
  return answer === null ? `Status ${status}` : msg`Status ${status}: ${answer}`;
}

/** Names the record that an alert is about; of several jobs, the latest. */
export function titleOf({ type, resource, name, count }: Alert): string {
  if (type !== 'job.failed') return name || resource;
  const job = jobIdOf(resource);
  const jobs = count > 1 ? `Job ${job} and ${formatNumber(count - 1)} more` : `Job ${job}`;
  return name ? msg`${jobs}, started by ${name}` : jobs;
}
