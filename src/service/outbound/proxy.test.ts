import { createServer, type Server } from 'node:http';
import net from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { startMisbehavingProvider } from '../../testing/misbehaving-provider.ts';
import { createOutbound } from './outbound.ts';
import { usesProxy } from './proxy.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A proxy that connects every host to this port, or refuses to. */
async function startProxy(port: number, refuses = false): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const proxy: Server = createServer().on('connect', (request, client) => {
    asked.push(String(request.url));
    if (refuses) return void client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const target = net.connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(client).pipe(target);
    });
    target.on('error', () => client.destroy());
    client.on('error', () => target.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as net.AddressInfo).port}`, asked };
}

it.each([
  ['https://id.example/', '', true],
  ['http://id.example/', '', false],
  ['https://id.example/', 'id.example', false],
  ['https://id.example/', 'other.example, ID.example', false],
  ['https://a.id.example/', '.id.example', false],
  ['https://a.id.example/', 'id.example', false],
  ['https://aid.example/', 'id.example', true],
  ['https://id.example:8443/', 'id.example:443', true],
  ['https://id.example/', 'id.example:443', false],
  ['https://[fd00::1]/', '[fd00::1]', false],
  ['https://id.example/', '*', false],
])('whether %s uses a proxy with NO_PROXY=%j: %j', (url, except, uses) => {
  expect(usesProxy(new URL(url), { url: 'http://proxy.example', except })).toBe(uses);
});

it('reaches a name that only the proxy can resolve, and verifies its certificate', async () => {
  const provider = await startMisbehavingProvider();
  open.push(() => provider.close());
  const { url, asked } = await startProxy(Number(new URL(provider.issuer).port));
  const outbound = createOutbound({ proxy: { url, except: '' }, insecureTls: true });
  const strict = createOutbound({ proxy: { url, except: '' } });
  open.push(
    () => outbound.close(),
    () => strict.close(),
  );
  const address = 'https://only-behind-the-proxy.invalid/.well-known/openid-configuration';
  expect((await outbound.fetch(address)).status).toBe(200);
  expect(asked).toEqual(['only-behind-the-proxy.invalid:443']);
  await expect(strict.fetch(address)).rejects.toMatchObject({ reason: 'TLS' });
});

it("checks the target before the proxy gets it, and names the proxy's refusal", async () => {
  const { url, asked } = await startProxy(1, true);
  const outbound = createOutbound({ proxy: { url, except: '' } });
  open.push(() => outbound.close());
  for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '[::1]'])
    await expect(outbound.fetch(`https://${host}/`)).rejects.toMatchObject({ reason: 'forbidden address' });
  expect(asked).toEqual([]);
  await expect(outbound.fetch('https://blocked.invalid/')).rejects.toMatchObject({
    message: 'the proxy refused to connect to blocked.invalid (403)',
    repair: expect.stringMatching(/NO_PROXY/),
  });
});
