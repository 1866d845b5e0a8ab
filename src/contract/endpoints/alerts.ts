import { alertDestinations, alertList } from '../activity/alerts.ts';
import { endpoint } from '../endpoint.ts';
import { pageQuery } from '../paging.ts';
import { requires } from './parts.ts';

/** Alerts, where there's a webhook that they're sent to. */
export const alertsEndpoints = {
  listAlerts: endpoint('GET', '/alerts', 'List visible alerts and their delivery, newest first', {
    access: 'signed in',
    extension: true,
    query: pageQuery,
    responses: { 200: alertList },
  }),
  listAlertDestinations: endpoint(
    'GET',
    '/alerts/destinations',
    'List where alerts are sent, and whether they arrive',
    {
      access: requires('palisade', 'ro'),
      extension: true,
      responses: { 200: alertDestinations },
    },
  ),
  testAlerts: endpoint(
    'POST',
    '/alerts/test',
    'Send a test alert to every destination, and wait for the result',
    {
      access: requires('palisade', 'rw'),
      extension: true,
      responses: { 200: alertDestinations },
      problems: [409, 429],
    },
  ),
} as const;
