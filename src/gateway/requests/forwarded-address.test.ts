import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { GatewayInfo } from '../../contract/gateway.ts';
import { listen, testGateway } from '../../testing/gateway.ts';

const service = createServer((request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(request.headers));
});
let gateway: Awaited<ReturnType<typeof testGateway>>;
let url: string;

beforeAll(async () => {
  const port = await listen(service);
  gateway = await testGateway({
    SERVICE_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8',
  });
  url = await gateway.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await gateway.close();
  service.close();
});

describe('the address of a client behind proxies', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['"203.0.113.7:51234"', '203.0.113.7'],
    ['[2001:DB8::7]:51234', '2001:db8::7'],
    ['"[2001:db8:0:0::7]"', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['fe80::7%eth0', 'fe80::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7:1, 10.0.0.2:443', '203.0.113.7'],
    ['203.0.113.7:1,10.0.0.2', '203.0.113.7'],
    ['10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['unknown', '127.0.0.1'],
    ['198.51.100.1, unknown, 10.0.0.2', '10.0.0.2'],
    ['198.51.100.1, <script>', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['203.0.113.7, ', '127.0.0.1'],
  ])('X-Forwarded-For: %s is %s', async (header, address) => {
    expect(await addressSeen({ 'x-forwarded-for': header })).toBe(address);
  });

  it.each([
    ['for=203.0.113.7', '203.0.113.7'],
    ['For="203.0.113.7:51234";proto=https;by=10.0.0.9', '203.0.113.7'],
    ['for=198.51.100.1, for="[2001:db8::7]:51234", for=10.0.0.2', '2001:db8::7'],
    ['host="a,for=198.51.100.1";for=203.0.113.7', '203.0.113.7'],
    ['for=198.51.100.1, for=_hidden', '127.0.0.1'],
    ['for=198.51.100.1, proto=https', '127.0.0.1'],
  ])('Forwarded: %s is %s', async (header, address) => {
    expect(await addressSeen({ forwarded: header })).toBe(address);
  });

  it('is in X-Forwarded-For if there are both headers', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=198.51.100.1' };
    expect(await addressSeen(headers)).toBe('203.0.113.7');
  });
});

describe('an address that a proxy forwards', () => {
  it.each([{ 'x-forwarded-for': '203.0.113.7' }, { forwarded: 'for=203.0.113.7' }])(
    'is noticed, and logged once, if TRUST_PROXY is unset: %o',
    async (headers) => {
      const untrusting = await testGateway({ SERVICE_URL: 'http://127.0.0.1:1' });
      const warn = vi.spyOn(untrusting.log, 'warn');
      const isNoticed = async () =>
        (await untrusting.inject('/-/gateway')).json<GatewayInfo>().ignores_forwarded;
      expect(await isNoticed()).toBe(false);
      for (let times = 0; times < 2; times += 1) await untrusting.inject({ url: '/-/health', headers });
      expect(await isNoticed()).toBe(true);
      expect(warn.mock.calls).toEqual([[expect.stringContaining("TRUST_PROXY isn't set")]]);
      await untrusting.close();
    },
  );

  it('is nothing to notice if TRUST_PROXY is set', async () => {
    await gateway.inject({ url: '/-/health', headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect((await gateway.inject('/-/gateway')).json<GatewayInfo>().ignores_forwarded).toBe(false);
  });
});

/** The address that the service gets. */
async function addressSeen(headers: Record<string, string>): Promise<unknown> {
  const response = await fetch(`${url}/api/x`, { headers });
  return ((await response.json()) as Record<string, unknown>)['x-forwarded-for'];
}
