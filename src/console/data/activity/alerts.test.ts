import { expect, it } from 'vitest';
import type { Alert } from '../../../contract/activity/alerts.ts';
import { titleOf } from './alerts.ts';

const job = { type: 'job.failed', resource: '/delayed_job_statuses/7', name: 'ann', count: 1 } as Alert;

it.each<[Partial<Alert>, string]>([
  [{}, 'Job 7, started by ann'],
  [{ count: 60 }, 'Job 7 and 59 more, started by ann'],
  [{ name: '' }, 'Job 7'],
  [{ type: 'provider.rejections', resource: '/oidc_ops/1', name: 'Acme' }, 'Acme'],
  [{ type: 'provider.broken', resource: '/oidc_ops/1', name: '' }, '/oidc_ops/1'],
  [{ type: 'administrator.last_changed', resource: '/users/1' }, 'ann'],
])('an alert with %o is about %s', (alert, subject) => {
  expect(titleOf({ ...job, ...alert }).replaceAll(/[\u2066-\u2069]/g, '')).toBe(subject);
});
