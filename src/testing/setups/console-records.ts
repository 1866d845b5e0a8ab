import type { Change } from '../../contract/activity/changes.ts';
import type { SignInCount } from '../../contract/activity/sign-in-counts.ts';
import { begin, type TrackedJob } from '../../console/data/jobs/tracked-job.ts';

/** A group as a service lists it. @param parent the ID of its parent; empty at the top */
export const groupRecord = (id: number, parent: number | '', name = `Group ${id}`, description = '') => ({
  name,
  description,
  group_resource: `/groups/${id}`,
  parent_resource: parent === '' ? '' : `/groups/${parent}`,
});

/** A change of a provider in the log. */
export const changeRecord = (more: Partial<Change>): Change => ({
  change_resource: '/changes/1',
  at: '2026-01-02T03:04:05.000Z',
  login: 'admin',
  user: '/users/1',
  via: 'session',
  action: 'updated',
  resource: '/oidc_ops/1',
  name: 'Acme',
  fields: [],
  count: 1,
  request_id: '',
  recreatable: null,
  ...more,
});

/** What a service says of a job that has just begun. */
export const jobRecord = (id: number, message = '') => ({
  delayed_job_status_resource: `/delayed_job_statuses/${id}`,
  message,
  user: '',
});

/** A job that the console follows since time 0. */
export const trackedJob = (id: number, more: Partial<TrackedJob> = {}): TrackedJob => ({
  ...begin(jobRecord(id), { title: `Job ${id}`, changes: [] }, 0),
  ...more,
});

/** How many sign-ins through a provider had this outcome in the period from `start` on. */
export const signInCount = (start: Date, code: SignInCount['code'], count: number, id = 1): SignInCount => ({
  start: start.toISOString(),
  method: 'oidc',
  oidc_op_resource: '/oidc_ops/3',
  code,
  count,
  sign_in_event_resource: `/sign_in_events/${id}`,
  at: new Date(start.getTime() + id).toISOString(),
});
