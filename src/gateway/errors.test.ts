import { connect, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testGateway } from '../testing/gateway.ts';

/** Sends bytes and reads until the other side hangs up. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket
      .on('data', (chunk) => (answer += chunk.toString()))
      .on('error', reject)
      .on('close', () => resolve(answer));
  });
}

describe('what cannot be read is answered as every error is', () => {
  let gateway: FastifyInstance;
  let port: number;
  beforeAll(async () => {
    gateway = await testGateway({ SERVICE_URL: 'http://127.0.0.1:1' });
    await gateway.listen({ host: '127.0.0.1', port: 0 });
    // A server that listens on a port has an address of this kind.
    port = (gateway.server.address() as AddressInfo).port;
  });
  afterAll(() => gateway.close());

  it.each([
    [
      'an address',
      'GET /% HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
      'the address cannot be read',
    ],
    ['no HTTP', 'nonsense\r\n\r\n', 400, 'the request is not valid HTTP'],
    [
      'a body with two lengths (request smuggling)',
      'POST /api/groups HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'the request is not valid HTTP',
    ],
    [
      'too many headers',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'the headers are too large',
    ],
  ])('%s', async (_, bytes, status, sentence) => {
    const answer = await exchange(port, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({ detail: [sentence] });
  });

  it('waits for no request for ever', () => {
    expect(gateway.server.requestTimeout).toBe(300_000);
  });
});
