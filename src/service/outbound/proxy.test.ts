import { inspect } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startMisbehavingProvider } from '../../testing/misbehaving-provider.ts';
import { startProxy } from '../../testing/misbehaviours/outgoing-proxy.ts';
import { createOutbound, type OutboundOptions } from './outbound.ts';
import { proxyProblem, usesProxy } from './proxy.ts';

async function proxyThat(...[answer]: Parameters<typeof startProxy>) {
  const proxy = await startProxy(answer);
  onTestFinished(() => proxy.close());
  return proxy;
}

function outboundThrough(url: string, options: OutboundOptions = {}) {
  const outbound = createOutbound({ proxy: { url, except: '' }, ...options });
  onTestFinished(() => outbound.close());
  return outbound;
}

it.each([
  ['https://id.example/', '', true],
  ['http://id.example/', '', false],
  ['https://id.example/', 'id.example', false],
  ['https://id.example/', 'other.example, ID.example', false],
  ['https://id.example/', '  other.example   id.example ,', false],
  ['https://id.example/', 'other.example,,', true],
  ['https://a.id.example/', '.id.example', false],
  ['https://a.id.example/', '*.id.example', false],
  ['https://a.id.example/', 'id.example', false],
  ['https://aid.example/', 'id.example', true],
  ['https://id.example./', 'id.example', false],
  ['https://id.example/', 'id.example.', false],
  ['https://bücher.example/', 'bücher.example', false],
  ['https://id.example:8443/', 'id.example:443', true],
  ['https://id.example/', 'id.example:443', false],
  ['https://id.example/', '*', false],
  ['https://id.example/', '*:8443', true],
  ['https://10.1.2.3/', '10.0.0.0/8', false],
  ['https://11.1.2.3/', '10.0.0.0/8', true],
  ['https://10.1.2.3/', '10.1.2.3', false],
  ['https://10.1.2.3/', '2.3', true],
  ['https://10.1.2.3/', '0.0.0.0/0', false],
  ['https://10.1.2.3/', '10.0.0.0/', true],
  ['https://10.1.2.3/', '10.0.0.0/33', true],
  ['https://10.1.2.3:8443/', '10.0.0.0/8:8443', false],
  ['https://10.1.2.3/', '::/64', true],
  ['https://id.example/', '0.0.0.0/0', true],
  ['https://[fd00::1]/', '[fd00::1]', false],
  ['https://[fd00::1]/', 'fd00:0:0::0001', false],
  ['https://[fd00::1]/', 'fd00::/64', false],
  ['https://[fd01::1]/', 'fd00::/64', true],
  ['https://[::1]/', '::1', false],
  ['https://[::2]/', '::1', true],
  ['https://[::2]/', '::/64', false],
  ['https://[::1]:8443/', '[::1]:8443', false],
  ['https://[::1]/', '[::1]:8443', true],
  ['https://[::ffff:10.1.2.3]/', '10.0.0.0/8', false],
])('whether %s uses a proxy with NO_PROXY=%j: %j', (url, except, uses) => {
  expect(usesProxy(new URL(url), { url: 'http://proxy.example', except })).toBe(uses);
});

it.each([
  'http://proxy.example:3128',
  'https://user:p%40ss@[fd00::1]:3128/',
  'http://user:p@ss@proxy.example',
])('%s can be a proxy', (url) => expect(proxyProblem(url)).toBeUndefined());

it.each([
  ['socks5h://user:secret@proxy.example:1080', 'SOCKS'],
  ['ftp://proxy.example', 'http://host:port'],
  ['http://user:1#secret@proxy.example', 'percent-encoded'],
  ['http://user:1/secret@proxy.example', 'percent-encoded'],
  ['http://user:100%secret@proxy.example', 'percent-encoded'],
  ['http://proxy.example/path', 'http://host:port'],
  ['http://', 'http://host:port'],
])("%s can't be a proxy", (url, problem) => {
  expect(proxyProblem(url)).toContain(problem);
  expect(proxyProblem(url)).not.toContain('secret');
});

const target = 'only-behind-the-proxy.invalid';
const address = `https://${target}/.well-known/openid-configuration`;

it('reaches a name that only the proxy can resolve, and verifies its certificate', async () => {
  const provider = await startMisbehavingProvider();
  onTestFinished(() => provider.close());
  const { url, host, asked } = await proxyThat(Number(new URL(provider.issuer).port));
  const outbound = outboundThrough(url.replace('//', '//user:p%40ss@'), { insecureTls: true });
  expect((await outbound.fetch(address)).status).toBe(200);
  expect(asked).toEqual([{ target: `${target}:443`, authorization: `Basic ${btoa('user:p@ss')}` }]);
  await expect(outboundThrough(url).fetch(address)).rejects.toMatchObject({
    reason: 'TLS',
    message: expect.stringContaining(`${target}, through the proxy ${host}, has a self-signed`),
  });
  expect(asked[1]?.authorization).toBeUndefined();
});

it('checks the target before the proxy gets it', async () => {
  const { url, asked } = await proxyThat('403 Forbidden');
  const outbound = outboundThrough(url);
  for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '[::1]'])
    await expect(outbound.fetch(`https://${host}/`)).rejects.toMatchObject({ reason: 'forbidden address' });
  expect(asked).toEqual([]);
});

const closed = 'PROXY closed the connection before responding';
const closedInTls = `${target} or PROXY closed the connection during the TLS handshake`;
it.each([
  ['closes the connection', (socket) => socket.end(), closed],
  ['resets the connection', (socket) => socket.resetAndDestroy(), closed],
  ['refuses the host', '403 Forbidden', `PROXY refused to connect to ${target} (403)`],
  ['requires credentials', '407 Proxy Authentication Required', 'PROXY requires a sign-in (407)'],
  ["can't connect", '502 Bad Gateway', `PROXY couldn't connect to ${target} (502)`],
  ["doesn't speak HTTP", (socket) => socket.end('\x05\xff'), 'PROXY sent an invalid HTTP response'],
  ['takes too long', () => undefined, "PROXY didn't respond within 1.6 seconds"],
  ['closes the tunnel', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), closedInTls],
  [
    'resets the tunnel',
    (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n', () => socket.resetAndDestroy()),
    closedInTls,
  ],
] satisfies [string, Parameters<typeof startProxy>[0], string][])(
  'asks a proxy that %s once, and names it',
  async (_what, answer, message) => {
    const { url, host, asked } = await proxyThat(answer);
    const outbound = outboundThrough(url, { timeoutMilliseconds: 2_000 });
    await expect(outbound.fetch(address)).rejects.toMatchObject({
      message: message.replace('PROXY', `the proxy ${host}`),
    });
    expect(asked).toHaveLength(1);
  },
);

it.each([
  ['407 Proxy Authentication Required', 'rejected the credentials (407)'],
  [(socket) => socket.end('somebody:hidden'), 'sent an invalid HTTP response'],
] satisfies [Parameters<typeof startProxy>[0], string][])(
  'leaves credentials out of errors: %s',
  async (answer, message) => {
    const { url, host } = await proxyThat(answer);
    const failed: unknown = await outboundThrough(url.replace('//', '//somebody:hidden@'))
      .fetch(address)
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ message: `the proxy ${host} ${message}` });
    expect(inspect(failed, { depth: 9 })).not.toMatch(/somebody|hidden|c29tZWJvZHk6aGlkZGVu/);
  },
);

it("names the proxy if it's the proxy's certificate that isn't trusted", async () => {
  const provider = await startMisbehavingProvider();
  onTestFinished(() => provider.close());
  const { host } = new URL(provider.issuer);
  await expect(outboundThrough(`https://${host}`).fetch(address)).rejects.toMatchObject({
    reason: 'unreachable',
    message: expect.stringContaining(`the proxy ${host} has a self-signed TLS certificate`),
  });
});
