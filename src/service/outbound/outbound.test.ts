import type { RequestListener } from 'node:http';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import zlib from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../../testing/gateway.ts';
import { startMisbehavingProvider } from '../../testing/misbehaving-provider.ts';
import { freePort } from '../../tooling/postgres-cluster.ts';
import { stepLimit } from '../../tooling/time-limits.ts';
import { refusedRange } from './addresses.ts';
import { guardLookup } from './guard-lookup.ts';
import { createOutbound, type OutboundOptions } from './outbound.ts';

function outboundWith(options: OutboundOptions = {}) {
  const outbound = createOutbound({ timeoutMilliseconds: stepLimit, ...options });
  onTestFinished(() => outbound.close());
  return outbound;
}

describe('addresses', () => {
  const refused = `127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 169.254.169.254 224.0.0.1 255.255.255.255 ::1 :: fe80::1
    ff02::1 ::ffff:127.0.0.1 ::ffff:169.254.169.254 ::127.0.0.1 64:ff9b::7f00:1 ::ffff:0:7f00:1
    2002:7f00:1:: 2001:0:4136:e378:8000:63bf:3fff:fdd2 fd00:ec2::254 fd20:ce::254 64:ff9b:1::7f00:1
    ::ffff:100.100.100.200 192.0.0.192 168.63.129.16 ::ffff:168.63.129.16`;
  it.each([...refused.split(/\s+/), 'not an address'])('%s is refused', (address) =>
    expect(refusedRange(address)).toBeTypeOf('string'),
  );

  it.each(
    '10.0.0.1 192.168.1.1 100.64.0.1 203.0.113.7 8.8.8.8 fd00::1 2606:4700::1 64:ff9b::808:808'.split(' '),
  )('%s may be reached', (address) => expect(refusedRange(address)).toBeUndefined());
});

describe("this machine's own addresses", () => {
  const entry = { netmask: '', mac: '', internal: false, cidr: null };
  const interfaces = {
    eth0: [
      { ...entry, address: '203.0.113.9', family: 'IPv4' as const },
      { ...entry, address: '2001:db8::9', family: 'IPv6' as const, scopeid: 0 },
    ],
  };

  it.each(
    '203.0.113.9 ::ffff:203.0.113.9 64:ff9b::203.0.113.9 2001:db8::9 2001:0db8:0:0::0009 2001:db8::9%eth0'.split(
      ' ',
    ),
  )('%s is refused', (address) => expect(refusedRange(address, interfaces)).toBe('local'));

  it.each(['203.0.113.10', '2001:db8::90'])('%s beside them may be reached', (address) =>
    expect(refusedRange(address, interfaces)).toBeUndefined(),
  );

  const [own] = Object.values(networkInterfaces())
    .flatMap((each = []) => each)
    .filter(({ internal, family }) => !internal && family === 'IPv4');

  it.skipIf(!own)('are refused, also on a redirect, unless they are allowed', async () => {
    const address = own?.address ?? '';
    const host = await serve((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: `http://${address}:${port}/own` });
      response.end('here');
    }, '0.0.0.0');
    const { port } = new URL(`http://${host}`);
    const refusal = {
      reason: 'forbidden address',
      message: expect.stringContaining(`${address}:${port} has an address that isn't allowed (local)`),
    };
    await expect(outboundWith().fetch(`http://${address}:${port}/own`)).rejects.toMatchObject(refusal);
    const redirected = outboundWith({ allow: ['127.0.0.1'] });
    await expect(redirected.fetch(`http://${host}/`, { redirects: 3 })).rejects.toMatchObject(refusal);
    const allowed = await outboundWith({ allow: [address] }).fetch(`http://${address}:${port}/own`);
    expect(allowed.status).toBe(200);
  });
});

describe("a name's addresses", () => {
  const result = async (...addresses: string[]) => {
    const entries = addresses.map((address) => ({ address, family: isIP(address) }));
    const find = guardLookup((_name, _options, done) => done(null, entries));
    return new Promise((resolve) =>
      find('id.example', { all: true }, (error, found) => resolve(error ?? found)),
    );
  };

  it.each([
    ['8.8.8.8', '127.0.0.1'],
    ['2606:4700::1', '8.8.8.8', '::1'],
    ['169.254.169.254', '8.8.8.8'],
  ])('are all checked: %s and %s', async (...addresses) =>
    expect(await result(...addresses)).toMatchObject({ reason: 'forbidden address' }),
  );

  it('are all tried if they are allowed', async () =>
    expect(await result('8.8.8.8', '2606:4700::1')).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]));
});

describe('the guarded fetch', () => {
  it.each(
    `http://127.0.0.1 http://127.1 http://2130706433 http://0x7f.1 http://0177.0.0.1 http://[::1]
    http://[::ffff:127.0.0.1] http://0 http://localhost`.split(/\s+/),
  )("doesn't connect to %s of this machine", async (address) => {
    let reached = false;
    const host = await serve((_request, response) => {
      reached = true;
      response.end();
    });
    const { port } = new URL(`http://${host}`);
    await expect(outboundWith().fetch(`${address}:${port}/`)).rejects.toMatchObject({
      reason: 'forbidden address',
    });
    expect(reached).toBe(false);
  });

  it('connects to an allowed host, by name or with its port', async () => {
    const host = await serve((_request, response) => response.end('here'));
    for (const allow of ['127.0.0.1', host]) {
      const { status, body } = await outboundWith({ allow: [allow] }).fetch(`http://${host}/`);
      expect({ status, body: Buffer.from(body).toString() }).toEqual({ status: 200, body: 'here' });
    }
    const other = outboundWith({ allow: ['127.0.0.1:1'] });
    await expect(other.fetch(`http://${host}/`)).rejects.toMatchObject({ reason: 'forbidden address' });
  });

  it.each(['file:///etc/passwd', 'ftp://idp.example/', 'data:application/json,{}'])(
    'does not fetch %s',
    (address) => expect(outboundWith().fetch(address)).rejects.toMatchObject({ reason: 'forbidden address' }),
  );

  it('checks redirects like any address', async () => {
    const host = await serve((_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
    });
    const outbound = outboundWith({ allow: ['127.0.0.1'] });
    await expect(outbound.fetch(`http://${host}/`, { redirects: 3 })).rejects.toMatchObject({
      reason: 'forbidden address',
      message: expect.stringContaining("169.254.169.254 has an address that isn't allowed (link-local)"),
    });
    await expect(outbound.fetch(`http://${host}/`)).rejects.toMatchObject({ reason: 'redirect' });
  });

  it.each([
    ['http://', 'redirects from https to http'],
    ['https://user:password@', 'redirects to a URL with credentials'],
  ])("doesn't follow a redirect from https to %s", async (start, message) => {
    const paths: (string | undefined)[] = [];
    const host = await serve((request, response) => {
      paths.push(request.url);
      response.end();
    });
    const provider = await startMisbehavingProvider();
    onTestFinished(() => provider.close());
    const location = `${start}${host}/`;
    provider.behaviour = { metadata: () => ({ status: 302, headers: { location } }) };
    const outbound = outboundWith({ allow: ['127.0.0.1', provider.host], insecureTls: true });
    await expect(
      outbound.fetch(`${provider.issuer}/.well-known/openid-configuration`, { redirects: 3 }),
    ).rejects.toMatchObject({ reason: 'redirect', message: `${provider.host} ${message}` });
    expect(paths).toEqual([]);
  });

  it('accepts a response preceded by 100 Continue, which no one asked for', async () => {
    const host = await serve((_request, response) => {
      response.writeContinue();
      response.end('here');
    });
    const { status } = await outboundWith({ allow: [host] }).fetch(`http://${host}/`);
    expect(status).toBe(200);
  });

  const encoded =
    (encoding: string, body: string | Buffer): RequestListener =>
    (_request, response) =>
      void response.setHeader('content-encoding', encoding).end(body);
  const drip: RequestListener = (_request, response) => {
    const dripping = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(dripping));
  };
  const bomb = zlib.gzipSync(Buffer.alloc(50_000_000));
  const invalid = 'sent an invalid HTTP response';
  it.each([
    ['over 256 KiB after decompression', encoded('gzip', bomb), 'too large', 'returned more than 256 KiB'],
    ['a broken gzip encoding', encoded('gzip', 'not compressed'), 'unreachable', invalid],
    ['a broken br encoding', encoded('br', 'not compressed'), 'unreachable', invalid],
    ['no end', drip, 'timeout', "didn't respond within 0.5 seconds"],
  ])('stops a response with %s', async (_, respond, reason, message) => {
    const host = await serve(respond);
    const { fetch } = outboundWith({ allow: [host], timeoutMilliseconds: 500 });
    await expect(fetch(`http://${host}/`)).rejects.toMatchObject({ reason, message: `${host} ${message}` });
  });

  it.each([
    ['', undefined],
    [', with a signal', new AbortController().signal],
  ])('gives up in time, also after garbage was collected%s', async (_, signal) => {
    const url = `http://${await serve(() => undefined)}/`;
    const { fetch } = outboundWith({ allow: ['127.0.0.1'], timeoutMilliseconds: 1_000 });
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const timer = setInterval(collectGarbage, 100);
    onTestFinished(() => clearInterval(timer));
    await expect(fetch(url, signal && { signal })).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('reports a refused connection', async () => {
    const host = `127.0.0.1:${await freePort()}`;
    await expect(outboundWith({ allow: [host] }).fetch(`http://${host}/`)).rejects.toMatchObject({
      reason: 'unreachable',
      message: `${host} refused the connection`,
    });
  });
});
