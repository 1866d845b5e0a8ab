import net from 'node:net';
import type { LookupFunction } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { stepLimit } from '../../tooling/time-limits.ts';
import { connectTo } from './connect.ts';

const servers: net.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(): Promise<number> {
  const server = net.createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as net.AddressInfo).port;
}

/** A name with these addresses. */
const named = (...addresses: string[]): LookupFunction =>
  ((_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: net.isIP(address) })),
    )) as unknown as LookupFunction;

it.each([
  ['one that refuses', '127.0.0.9'],
  // Reserved for documentation (RFC 5737): no one answers.
  ['one that never responds', '192.0.2.1'],
  ['one of the other family', '::1'],
])('connects to the second address after %s', async (_what, first) => {
  const port = await listen();
  const socket = await connectTo('somewhere.example', port, named(first, '127.0.0.1'), stepLimit);
  expect(socket.remoteAddress).toBe('127.0.0.1');
  socket.destroy();
});

it("fails with the first attempt's error", async () => {
  const port = await listen();
  await expect(connectTo('a.example', port, named('127.0.0.9', '127.0.0.8'), stepLimit)).rejects.toThrow(
    /ECONNREFUSED 127\.0\.0\.9/,
  );
});
