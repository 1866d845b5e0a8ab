import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { groupsEndpoints } from '../../contract/endpoints/groups.ts';
import { jobsEndpoints } from '../../contract/endpoints/jobs.ts';
import { oidcOpsEndpoints } from '../../contract/endpoints/oidc-ops.ts';
import { rolesEndpoints } from '../../contract/endpoints/roles.ts';
import { respondBy } from '../../testing/setups/respond.ts';
import { ApiError } from '../../client/errors.ts';
import { call, lackedFeatures, rejected, send, unreachable } from './exchange.ts';

const get = (address: string) => ({ address, headers: {}, body: undefined });

it.each([
  ['the service is unreachable', '/groups/:id', 1],
  ['the gateway reaches no provider', '/-/oidc-metadata', 0],
])('counts unreachable services if %s', async (_, path, calls) => {
  const headers = { 'x-palisade-version': '1.2.3' };
  respondBy(() => Response.json({ detail: ["Couldn't connect"] }, { status: 502, headers }));
  const listener = vi.fn<() => void>();
  onTestFinished(unreachable.subscribe(listener));
  await send({ ...groupsEndpoints.getGroup, path }, get('/api/groups/1'));
  expect(listener).toHaveBeenCalledTimes(calls);
});

it('has the session checked once after a 404 to what had worked', async () => {
  const statuses = [404, 200, 404, 404];
  respondBy(() => Response.json({ detail: [] }, { status: statuses.shift() ?? 500 }));
  const listener = vi.fn<() => void>();
  onTestFinished(rejected.subscribe(listener));
  const calls: number[] = [];
  while (statuses.length > 0) {
    await send(groupsEndpoints.getGroup, get('/api/groups/4040'));
    calls.push(listener.mock.calls.length);
  }
  expect(calls).toEqual([0, 0, 1, 1]);
});

it('takes 202 for the start of a job only if something was to be written', async () => {
  const status = { delayed_job_status_resource: '/delayed_job_statuses/1', finished: true };
  const headers = { 'x-palisade-version': '1.2.3' };
  respondBy(() => Response.json(status, { status: 202, headers }));
  const params = { id: 1 };
  expect((await call(groupsEndpoints.deleteGroup, { params })).body).toMatchObject({ finished: false });
  await expect(call(groupsEndpoints.listGroups)).rejects.toThrow("isn't a list");
  await expect(call(oidcOpsEndpoints.getOidcOp, { params })).rejects.toThrow("isn't a provider");
  expect((await call(jobsEndpoints.getJobStatus, { params: { id: '1' } })).body).toMatchObject(status);
});

it('offers a feature again once a request for it succeeds', async () => {
  const { listRoles } = rolesEndpoints;
  respondBy(() => Response.json({ detail: ['no'] }, { status: 404 }));
  await expect(call(listRoles)).rejects.toThrow("This service doesn't offer role management.");
  expect(lackedFeatures.get()).toContain('role management');
  respondBy(() => Response.json({ rows: 0, data: [] }));
  await call(listRoles);
  expect(lackedFeatures.get()).not.toContain('role management');
});

describe('a failed write', () => {
  /** Calls an endpoint of a service that responds like this. @returns the error */
  async function fail(method: 'GET' | 'DELETE', respond: () => Response, onLine = true) {
    respondBy(respond, { onLine });
    const endpoint = method === 'GET' ? groupsEndpoints.getGroup : groupsEndpoints.deleteGroup;
    const error = await call(endpoint, { params: { id: 1 } }).catch((reason: unknown) => reason);
    if (!(error instanceof ApiError)) throw new Error('It succeeded');
    return error;
  }
  const status =
    (code: number, headers = {}) =>
    () =>
      Response.json({ detail: ['sorry'] }, { status: code, headers });
  const html = (code: number) => () => new Response('<h1>Sorry</h1>', { status: code });
  const broken = (name: string) => () => {
    throw new DOMException('broken', name);
  };
  const cutOff = () =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) }));

  it.each<readonly [string, () => Response]>([
    ['502', status(502)],
    ['504', status(504)],
    ...[500, 502, 503, 520, 524].map((code) => [`${code} of a proxy`, html(code)] as const),
    ['522 without a body', () => new Response(null, { status: 522 })],
    ["524 as a proxy's JSON", () => Response.json({ title: 'Error 524', detail: 'late' }, { status: 524 })],
    ['503 with an unknown outcome', status(503, { 'X-Palisade-Outcome': 'unknown' })],
    ['a timeout', broken('TimeoutError')],
    ['no response', broken('NetworkError')],
    ['a response that is cut off', cutOff],
    ['a page instead of JSON', html(200)],
    ['a word instead of JSON', () => new Response('OK', { status: 201 })],
  ])('may have been done: %s', async (_, respond) => {
    expect((await fail('DELETE', respond)).mayBeDone).toBe(true);
    expect((await fail('GET', respond)).mayBeDone).toBe(false);
  });

  it('distinguishes a response that was cut off from none', async () => {
    expect((await fail('GET', cutOff)).message).toBe("The service's response was cut off");
    expect((await fail('GET', broken('NetworkError'))).message).toBe("Couldn't reach the service");
  });

  it.each([
    ...[400, 401, 403, 404, 409, 413, 429, 500, 501, 503].map((code) => [code, status(code)] as const),
    ['502 before anything was sent', status(502, { 'X-Palisade-Outcome': 'unsent' })] as const,
    ['a page with 404', html(404)] as const,
  ])("hasn't been done: %s", async (_, respond) => {
    expect((await fail('DELETE', respond)).mayBeDone).toBe(false);
  });

  it("isn't sent by a browser that's offline", async () => {
    expect((await fail('DELETE', broken('NetworkError'), false)).mayBeDone).toBe(false);
  });
});
