import { expect, it } from 'vitest';
import { carryOut } from '../testing/configuration.ts';
import { plan } from './plan.ts';
import { read } from './read.ts';
import { createService, type Send, type ServiceResponse } from './service.ts';

const job = '/delayed_job_statuses/1';
const started = { delayed_job_status_resource: job };

/** Has a service create a group by a job. @param doing whether it does, by the time that its status is read */
async function create(doing: boolean, status: ServiceResponse, body: object = started) {
  const groups = [{ name: 'Default', group_resource: '/groups/0', parent_resource: '' }];
  const send: Send = ({ method, path }) => {
    if (path === job) return Promise.resolve(status);
    if (method === 'POST') {
      if (doing) groups.push({ name: 'New', group_resource: '/groups/1', parent_resource: '/groups/0' });
      return Promise.resolve({ status: 202, body });
    }
    return Promise.resolve({ status: path.startsWith('/groups') ? 200 : 404, body: { data: groups } });
  };
  const service = createService(send, '', () => new Promise((resolve) => setTimeout(resolve)));
  const planned = plan(read('palisade: 1\ngroups: [{ name: New }]'), await service.current());
  const [result] = await carryOut(planned, service);
  return [result?.outcome, result?.detail];
}

const saying = (body: object) => ({ status: 200, body });

it.each(['true', 1, null, undefined])('reads back what a job did whose finished is %j', async (finished) => {
  expect(await create(true, saying({ finished }))).toEqual(['done', undefined]);
  expect(await create(false, saying({ finished }))).toEqual([
    'unknown',
    "the job's status doesn't say whether it has finished: it may have been done",
  ]);
});

it.each([
  [{ status: 500, body: { detail: ['internal error'] } }, 'internal error'],
  [{ status: 403, body: undefined }, 'the response was 403'],
])('gives up on a job whose status stays unreadable: %j', async (status, why) => {
  expect(await create(false, status)).toEqual([
    'unknown',
    `the job's status can't be read (${why}): it may have been done`,
  ]);
});

it("doesn't report a job as undone that the service doesn't name", async () => {
  expect(await create(false, saying({}), {})).toEqual([
    'unknown',
    "the service didn't say which job it started: it may have been done",
  ]);
});

it.each([{ resource: job }, { data: { url: `https://service.example${job}` } }, { data: job }])(
  'follows the job that %j names',
  async (body) => {
    const status = saying({ finished: true, failed: true, message: 'disk full' });
    expect(await create(false, status, body)).toEqual(['failed', 'disk full']);
  },
);

it('knows that a job has ended whose status is gone', async () => {
  const [outcome, detail] = await create(false, { status: 404, body: { detail: ['no such job'] } });
  expect(outcome).toBe('failed');
  expect(detail).toContain("no such job): it hasn't been done so far");
});

it('reports a failed job as the console does', async () => {
  const status = saying({ finished: true, failed: 'true', message: 'disk full' });
  expect(await create(false, status)).toEqual(['failed', 'disk full']);
});
