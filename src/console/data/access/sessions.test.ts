import { afterEach, expect, it, vi } from 'vitest';
import { endSession } from './sessions.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["has ended if it's no longer listed", [], { value: { done: true } }],
  ["hasn't ended if it's still listed", ['/users/1/sessions/a'], { reason: { status: 404 } }],
])('after a 404, a session %s', async (_, listed, result) => {
  const data = listed.map((path) => ({ session_resource: path }));
  const headers = { 'x-palisade-version': '1.2.3' };
  vi.stubGlobal('location', { pathname: '/', search: '' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (_address: string, { method }: RequestInit) =>
    method === 'DELETE'
      ? Response.json({ detail: ['unknown path'] }, { status: 404, headers })
      : Response.json({ rows: data.length, data }, { headers }),
  );
  const [ended] = await Promise.allSettled([
    endSession('/users/1', { session_resource: '/users/1/sessions/a' }),
  ]);
  expect(ended).toMatchObject(result);
});
