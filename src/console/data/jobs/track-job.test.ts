import { expect, it, vi } from 'vitest';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { jobStatusPath } from '../../../contract/jobs.ts';
import { jobRecord } from '../../../testing/setups/console-records.ts';
import { respondBy } from '../../../testing/setups/respond.ts';
import { call } from '../../api/exchange.ts';
import { queryClient } from '../../query-client.ts';
import { trackJob } from './track-job.ts';

/** Deletes a group, which the service does by a job. @returns the job's path */
async function deleteAs(body: object, headers: Record<string, string> = {}) {
  respondBy(() => Response.json(body, { status: 202, headers }));
  const response = await call(groupsEndpoints.deleteGroup, { params: { id: 1 } });
  return response.status === 202 && response.body.delayed_job_status_resource;
}

const job = jobStatusPath(3);

it.each([
  [{ resource: job }, {}, job],
  [{ data: { job_url: `https://service.example/v1${job}?full=1` } }, {}, job],
  [{ data: job }, {}, job],
  [{ resource: jobStatusPath(4) }, { location: job }, job],
  [{ resource: jobStatusPath(4), delayed_job_status_resource: job }, {}, job],
  [{ resource: '/groups/1', message: '3' }, {}, ''],
])('finds the job in %j with %j', async (body, headers, path) => {
  expect(await deleteAs(body, headers)).toBe(path);
});

it('refetches what a job changes that the service only accepts, soon after', () => {
  vi.useFakeTimers();
  for (const key of ['groups', 'roles']) queryClient.setQueryData([key], key);
  const refetched = () =>
    ['groups', 'roles'].filter((key) => queryClient.getQueryState([key])?.isInvalidated);
  const status = { ...jobRecord(0), delayed_job_status_resource: '', finished: false, failed: false };
  trackJob(status, { title: 'Delete Acme', changes: ['groups'] });
  expect(refetched()).toEqual([]);
  vi.advanceTimersByTime(3_000);
  expect(refetched()).toEqual(['groups']);
});
