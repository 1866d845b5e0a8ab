import { alertList } from '../activity/alerts.ts';
import { endpoint } from '../endpoint.ts';
import { pageQuery } from '../paging.ts';

/** Alerts, where there's a webhook that they're sent to. */
export const alertsEndpoints = {
  listAlerts: endpoint('GET', '/alerts', 'List visible alerts and their delivery, newest first', {
    access: 'signed in',
    extension: true,
    query: pageQuery,
    responses: { 200: alertList },
  }),
} as const;
