import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { groupsEndpoints } from '../../contract/endpoints/groups.ts';
import { rejected, send, unreachable } from './exchange.ts';

afterEach(() => vi.unstubAllGlobals());

const get = (address: string) => ({ address, headers: {}, body: undefined });

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
  await send({ ...groupsEndpoints.getGroup, path }, get('/api/groups/1'));
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
    await send(groupsEndpoints.getGroup, get('/api/groups/4040'));
    calls.push(listener.mock.calls.length);
  }
  expect(calls).toEqual([0, 0, 1, 1]);
});
