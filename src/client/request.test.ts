import { expect, it } from 'vitest';
import { jobsEndpoints } from '../contract/endpoints/jobs.ts';
import { requestOf } from './request.ts';

it("asks the service not to renew the session with a call that's repeated automatically", () => {
  const input = { params: { id: 'a b' } };
  expect(requestOf(jobsEndpoints.getJobStatus, input)).toEqual({
    address: '/api/delayed_job_statuses/a%20b',
    headers: { Accept: 'application/json' },
    body: undefined,
  });
  const { headers } = requestOf(jobsEndpoints.getJobStatus, { ...input, isPolling: true });
  expect(headers).toEqual({ Accept: 'application/json', Prefer: 'no-session-renewal' });
});
