import { expect, it } from 'vitest';
import { carryOut, serviceOf, type TestRequest, type TestResponse } from '../testing/configuration.ts';
import { plan } from './plan.ts';
import { read } from './read.ts';

const job = '/delayed_job_statuses/1';
const started = { delayed_job_status_resource: job };

/** Has a service create a group by a job. */
async function create(status: TestResponse, body: object = started) {
  const groups = [{ name: 'Default', group_resource: '/groups/0', parent_resource: '' }];
  const respond = ({ method, path }: TestRequest) => {
    if (path === job) return Promise.resolve(status);
    if (method === 'POST') {
      return Promise.resolve({ status: 202, body });
    }
    return Promise.resolve({ status: path.startsWith('/groups') ? 200 : 404, body: { data: groups } });
  };
  const service = serviceOf(respond, { pause: () => new Promise((resolve) => setTimeout(resolve)) });
  const planned = plan(read('palisade: 1\ngroups: [{ name: New }]'), await service.current());
  const [result] = await carryOut(planned, service);
  return [result?.outcome, result?.detail];
}

const saying = (body: object) => ({ status: 200, body });

it.each([
  [saying({ finished: 'true' }), "The service's response isn't a job status: its finished isn't understood"],
  [{ status: 500, body: { detail: ['internal error'] } }, 'internal error'],
  [{ status: 403, body: { detail: ['not yours'] } }, 'not yours'],
  [{ status: 404, body: { detail: ['no such job'] } }, 'no such job'],
])("doesn't know what a job did whose status can't be read: %j", async (status, why) => {
  expect(await create(status)).toEqual([
    'unknown',
    `it may have been done: the job's status can't be read (${why})`,
  ]);
});

it("doesn't report a job as undone that the service doesn't name", async () => {
  expect(await create(saying({}), {})).toEqual([
    'unknown',
    "it may have been done: the service didn't say which job it started",
  ]);
});

it.each(['disk full', '', null])('reports a failed job as the console does: %j', async (message) => {
  const status = saying({ finished: true, failed: 'true', message });
  expect(await create(status)).toEqual(['failed', message ?? '']);
});
