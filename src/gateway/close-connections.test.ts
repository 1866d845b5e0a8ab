import { once } from 'node:events';
import { Agent, createServer, request as send } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { closeWhenDone } from './close-connections.ts';

it('closes what was opened ahead, and lets a request under way end', async () => {
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
