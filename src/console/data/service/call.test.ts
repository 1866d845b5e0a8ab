import { expect, it, onTestFinished, vi } from 'vitest';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { jobsEndpoints } from '../../../contract/endpoints/jobs.ts';
import { oidcOpsEndpoints } from '../../../contract/endpoints/oidc-ops.ts';
import { call } from './call.ts';

it('takes 202 for the start of a job only if something was to be written', async () => {
  vi.stubGlobal('location', { pathname: '/', search: '' });
  vi.stubGlobal('navigator', { onLine: true });
  onTestFinished(() => void vi.unstubAllGlobals());
  const status = { delayed_job_status_resource: '/delayed_job_statuses/1', finished: true };
  const headers = { 'x-palisade-version': '1.2.3' };
  vi.stubGlobal('fetch', async () => Response.json(status, { status: 202, headers }));
  const params = { id: 1 };
  expect((await call(groupsEndpoints.deleteGroup, { params })).body).toMatchObject({ finished: false });
  await expect(call(groupsEndpoints.listGroups)).rejects.toThrow("isn't a list");
  await expect(call(oidcOpsEndpoints.getOidcOp, { params })).rejects.toThrow("isn't a provider");
  expect((await call(jobsEndpoints.getJobStatus, { params: { id: '1' } })).body).toEqual(status);
});
