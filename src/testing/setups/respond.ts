import { vi } from 'vitest';

/** Has `respond` respond to the console's requests until the test ends, outside of a browser. */
export function respondBy(
  respond: (address: string, init: RequestInit) => Response | Promise<Response>,
  { onLine = true } = {},
): void {
  vi.stubGlobal('location', { pathname: '/', search: '', origin: 'http://console' });
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => respond(address, init));
}
