import { once } from 'node:events';
import { Agent, createServer, request as send, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { listen, testGateway } from '../testing/gateway.ts';
import { closeWhenDone, endUnread } from './close-connections.ts';

it('closes preconnected sockets, and lets a current request finish', async () => {
  let answer: () => void = () => undefined;
  const server = createServer((_request, response) => {
    answer = () => response.end('done');
  });
  const closing = closeWhenDone(server);
  const port = await listen(server);
  const ahead = connect(port, '127.0.0.1');
  await once(ahead, 'connect');
  // As browsers do, it would use the connection again.
  const agent = new Agent({ keepAlive: true });
  const busy = send({ port, host: '127.0.0.1', agent }).end();
  await once(server, 'request');
  const closed = once(server, 'close');
  const gone = once(ahead, 'close');

  closing();
  server.close();
  await gone;
  answer();
  const [response] = (await once(busy, 'response')) as [IncomingMessage];
  expect(await text(response)).toBe('done');
  await closed;
  agent.destroy();
});

/** A gateway in front of a service that responds to `/api/groups` when asked to. */
async function closingGateway() {
  const waiting: (() => void)[] = [];
  const slow = createServer((_request, response) => {
    waiting.push(() => response.setHeader('content-type', 'application/json').end('{"detail":[]}'));
  });
  const gateway = await testGateway({ SERVICE_URL: `http://127.0.0.1:${await listen(slow)}` });
  await gateway.listen({ host: '127.0.0.1', port: 0 });
  const { port } = gateway.server.address() as AddressInfo;
  const ask = async (path: string, agent: Agent) => {
    const request = send({ port, host: '127.0.0.1', agent, path }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const { statusCode: status, headers } = response;
    return { status, headers, body: await json(response) };
  };
  const answer = () => waiting.splice(0).forEach((respond) => respond());
  return { gateway, slow, port, ask, answer };
}

const newAgent = () => new Agent({ keepAlive: true, maxSockets: 1 });

it('responds to current requests and on open connections, without resets', async () => {
  const { gateway, slow, port, ask, answer } = await closingGateway();
  const agents = [newAgent(), newAgent(), newAgent(), newAgent()] as const;
  const [busy, idle, other, third] = agents;
  for (const agent of agents) expect(await ask('/-/health', agent)).toMatchObject({ status: 200 });
  const unused = connect(port, '127.0.0.1');
  await once(unused, 'connect');

  const underWay = ask('/api/groups', busy);
  await once(slow, 'request');
  const closed = gateway.close();
  await expect.poll(() => gateway.server.listening).toBe(false);
  const late = ask('/api/groups', idle);
  await once(slow, 'request');
  expect(await ask('/-/ready', other)).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1', connection: 'close' },
    body: { detail: ['the service is shutting down: try again in a moment'] },
  });
  expect(await ask('/-/health', third)).toMatchObject({ status: 200, headers: { connection: 'close' } });
  unused.write('GET /-/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [first] = (await once(unused, 'data')) as [Buffer];
  expect(first.toString()).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  answer();
  for (const request of [underWay, late])
    expect(await request).toMatchObject({ status: 200, headers: { connection: 'close' } });
  await closed;
  for (const agent of agents) agent.destroy();
  slow.close();
});

it('serves connections that the system has accepted before it stops listening', async () => {
  const { gateway, slow, port, ask } = await closingGateway();
  const agents = Array.from({ length: 50 }, newAgent);
  const requests = agents.map((agent) => ask('/-/health', agent));
  // As soon as they're connected, most are only in the system's queue.
  const sockets = agents.flatMap((agent) => Object.values(agent.sockets)[0] ?? []);
  expect(sockets).toHaveLength(agents.length);
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const closed = gateway.close();
  for (const response of await Promise.all(requests)) expect(response).toMatchObject({ status: 200 });
  // A connection in the moment before is reset.
  const failure = () => ask('/-/health', newAgent()).then(String, ({ message }: Error) => message);
  await expect.poll(failure).toBe(`connect ECONNREFUSED 127.0.0.1:${port}`);
  await closed;
  for (const agent of agents) agent.destroy();
  slow.close();
});

it('ends a connection that sends many requests ahead, and not one that sends a few', async () => {
  const server = createServer((_request, response) => setTimeout(() => response.end('.'), 10));
  endUnread(server);
  const port = await listen(server);
  const ask = async (count: number) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const last = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count - 1) + last);
    const received = await text(socket).catch(() => '');
    return received.split('HTTP/1.1 200').length - 1;
  };
  expect([await ask(8), await ask(9)]).toEqual([8, 0]);
  expect(await ask(8)).toBe(8);
  server.close();
});

it('ends a connection whose client takes nothing of a response, and not one that waits for it', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/slow') setTimeout(() => response.end('late'), 1_000);
    else response.end(Buffer.alloc(32 * 1024 * 1024));
  });
  endUnread(server);
  expect(server.timeout).toBe(15_000);
  server.setTimeout(300);
  const port = await listen(server);
  const unread = connect(port, '127.0.0.1').pause();
  const accepted = once(server, 'connection');
  unread.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  const [socket] = (await accepted) as [Socket];
  const slow = send({ port, host: '127.0.0.1', path: '/slow' }).end();
  const [[response]] = await Promise.all([once(slow, 'response'), once(socket, 'close')]);
  expect(await text(response as IncomingMessage)).toBe('late');
  unread.destroy();
  server.close();
});
