import { afterEach, expect, it, vi } from 'vitest';
import { serviceFor } from './service.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["hasn't been done if a firewall refuses it", 403, false],
  ['may have been done if a page replaces its success', 200, true],
] as const)('a write %s', async (_, status, mayBeDone) => {
  vi.stubGlobal('location', { pathname: '/', search: '' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (address: string) =>
    address === '/api/authentication'
      ? Response.json({}, { headers: { 'x-palisade-version': '1.2.3' } })
      : new Response('<h1>No</h1>', { status, headers: { 'content-type': 'text/html' } }),
  );
  await expect(serviceFor().write('POST', '/groups', {})).rejects.toMatchObject({ mayBeDone });
});
