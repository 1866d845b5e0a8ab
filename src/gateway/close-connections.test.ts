import { once } from 'node:events';
import { Agent, createServer, request as send, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { testGateway } from '../testing/gateway.ts';
import { closeWhenDone } from './close-connections.ts';

it('closes preconnected sockets, and lets a current request finish', async () => {
  let answer: () => void = () => undefined;
  const server = createServer((_request, response) => {
    answer = () => response.end('done');
  });
  const closing = closeWhenDone(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
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
  const [response] = (await once(busy, 'response')) as [NodeJS.ReadableStream];
  const chunks: unknown[] = [];
  for await (const chunk of response) chunks.push(chunk);
  expect(chunks.join('')).toBe('done');
  await closed;
  agent.destroy();
});

it('responds to current requests and on open connections, without resets', async () => {
  let answer: () => void = () => undefined;
  const slow = createServer((_request, response) => {
    answer = () => response.setHeader('content-type', 'application/json').end('{"detail":[]}');
  });
  slow.listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const service = slow.address() as AddressInfo;
  const gateway = await testGateway({ SERVICE_URL: `http://127.0.0.1:${service.port}` });
  await gateway.listen({ host: '127.0.0.1', port: 0 });
  const { port } = gateway.server.address() as AddressInfo;
  const ask = async (path: string, agent: Agent) => {
    const request = send({ port, host: '127.0.0.1', agent, path }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Uint8Array[] = [];
    for await (const chunk of response) chunks.push(chunk as Uint8Array);
    const { statusCode: status, headers } = response;
    return { status, headers, body: JSON.parse(Buffer.concat(chunks).toString()) as unknown };
  };
  const agents = Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const [busy, idle, other, third] = agents as [Agent, Agent, Agent, Agent];
  for (const agent of agents) expect(await ask('/-/health', agent)).toMatchObject({ status: 200 });

  const underWay = ask('/api/groups', busy);
  await once(slow, 'request');
  const closed = gateway.close();
  const refused = await Promise.all([
    ask('/api/groups', idle),
    ask('/-/ready', other),
    ask('/-/health', third),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([503, 503, 200]);
  expect(refused[0]).toMatchObject({
    headers: { 'retry-after': '1', connection: 'close' },
    body: { detail: ['the service is shutting down: try again in a moment'] },
  });
  answer();
  expect(await underWay).toMatchObject({ status: 200, headers: { connection: 'close' } });
  await closed;
  for (const agent of agents) agent.destroy();
  slow.close();
});
