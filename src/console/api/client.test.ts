import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { groupsEndpoints } from '../../contract/endpoints/groups.ts';
import { jobsEndpoints } from '../../contract/endpoints/jobs.ts';
import { rejected, requestOf, send, unreachable } from './client.ts';
import { ApiError } from './errors.ts';

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

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['the service is unreachable', '/groups/:id', 1],
  ['the gateway reaches no provider', '/-/oidc-metadata', 0],
])('counts unreachable services if %s', async (_, path, calls) => {
  vi.stubGlobal('location', { pathname: '/', search: '' });
  vi.stubGlobal('navigator', { onLine: true });
  const headers = { 'x-palisade-version': '1.2.3' };
  vi.stubGlobal('fetch', async () =>
    Response.json({ detail: ["Couldn't connect"] }, { status: 502, headers }),
  );
  const listener = vi.fn<() => void>();
  onTestFinished(unreachable.subscribe(listener));
  const sent = send({ ...groupsEndpoints.getGroup, path }, { params: { id: 1 } });
  await expect(sent).rejects.toThrow("Couldn't connect");
  expect(listener).toHaveBeenCalledTimes(calls);
});

it('has the session checked once after a 404 to what had worked', async () => {
  vi.stubGlobal('location', { pathname: '/', search: '' });
  vi.stubGlobal('navigator', { onLine: true });
  const statuses = [404, 200, 404, 404];
  vi.stubGlobal('fetch', async () => Response.json({ detail: [] }, { status: statuses.shift() ?? 500 }));
  const listener = vi.fn<() => void>();
  onTestFinished(rejected.subscribe(listener));
  const calls: number[] = [];
  while (statuses.length > 0) {
    await send(groupsEndpoints.getGroup, { params: { id: 4_040 } }).catch(() => undefined);
    calls.push(listener.mock.calls.length);
  }
  expect(calls).toEqual([0, 0, 1, 1]);
});

describe('a failed write', () => {
  /** Calls an endpoint of a service that responds like this. @returns the error, and the ID that the request had */
  async function fail(method: 'GET' | 'DELETE', respond: () => Response, online = true) {
    let id: string | null = null;
    vi.stubGlobal('location', { pathname: '/', search: '' });
    vi.stubGlobal('navigator', { onLine: online });
    vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
      // Without a response, it's asked whether a proxy wants a sign-in.
      if (address !== '/api/authentication') id = new Headers(headers).get('X-Request-Id');
      return respond();
    });
    const endpoint = method === 'GET' ? groupsEndpoints.getGroup : groupsEndpoints.deleteGroup;
    const failed = send(endpoint, { params: { id: 1 } });
    const error = await failed.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof ApiError)) throw new Error('It succeeded');
    return { error, id };
  }
  const status = (code: number) => () => Response.json({ detail: ['sorry'] }, { status: code });
  const outcome = (code: number, known: string) => () =>
    Response.json({ detail: ['sorry'] }, { status: code, headers: { 'X-Palisade-Outcome': known } });
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
    ['503 with an unknown outcome', outcome(503, 'unknown')],
    ['a timeout', broken('TimeoutError')],
    ['no response', broken('NetworkError')],
    ['a response that is cut off', cutOff],
    ['a page instead of JSON', html(200)],
    ['a word instead of JSON', () => new Response('OK', { status: 201 })],
  ])('may have been done: %s', async (_, respond) => {
    const { error, id } = await fail('DELETE', respond);
    expect(id).toMatch(/^[\w-]{8,64}$/);
    expect(error.lostRequest).toBe(id);
    const read = await fail('GET', respond);
    expect(read.error.lostRequest).toBeUndefined();
    expect(read.id).toBeNull();
  });

  it('distinguishes a response that was cut off from none', async () => {
    expect((await fail('GET', cutOff)).error.message).toBe("The service's response was cut off");
    expect((await fail('GET', broken('NetworkError'))).error.message).toBe("Couldn't reach the service");
  });

  it.each([
    ...[400, 401, 403, 404, 409, 413, 429, 500, 501, 503].map((code) => [code, status(code)] as const),
    ['502 before anything was sent', outcome(502, 'unsent')] as const,
    ['a page with 404', html(404)] as const,
  ])("hasn't been done: %s", async (_, respond) => {
    expect((await fail('DELETE', respond)).error.lostRequest).toBeUndefined();
  });

  it("isn't sent by a browser that's offline", async () => {
    const { error } = await fail('DELETE', broken('NetworkError'), false);
    expect(error.lostRequest).toBeUndefined();
  });
});
