import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { stepLimit } from '../../tooling/time-limits.ts';
import { createOutbound } from './outbound.ts';
import { sendAlert } from './webhook.ts';

const secret = 'a secret of the webhook';
let respond: (response: ServerResponse) => void;
let received: { headers: IncomingMessage['headers']; url: string | undefined; body: string }[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    received.push({ headers: request.headers, url: request.url, body });
    respond(response);
  });
});
let host: string;

beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});
afterEach(() => (received = []));

/** @param milliseconds the usual time limit of requests */
function send(milliseconds = stepLimit, stopping = new AbortController().signal): Promise<void> {
  const outbound = createOutbound({ allow: [host], timeoutMilliseconds: milliseconds });
  const alert = { id: 'an id', type: 'job.failed', at: new Date('2026-01-01T12:00:00Z'), data: {} } as const;
  const now = new Date('2026-01-01T13:30:00Z');
  return sendAlert({ url: `http://${host}/hook`, secret, outbound }, alert, {
    service: 'here',
    now,
    stopping,
  });
}

it('is signed with the time at which it is sent', async () => {
  respond = (response) => response.writeHead(204).end();
  await send();
  const [{ headers, body }] = received as [(typeof received)[0]];
  const time = Date.parse('2026-01-01T13:30:00Z') / 1000;
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  expect(headers['x-palisade-signature']).toBe(`t=${time},v1=${signature}`);
  expect(JSON.parse(body)).toMatchObject({ at: '2026-01-01T12:00:00.000Z' });
});

it.each([301, 307, 308])("isn't sent to where %i redirects", async (status) => {
  respond = (response) => response.writeHead(status, { location: '/elsewhere' }).end();
  await expect(send()).rejects.toThrow('returned a redirect');
  expect(received.map(({ url }) => url)).toEqual(['/hook']);
});

it('is received if the body is long, slow or cut off, and not read beyond 4 kB', async () => {
  let written = 0;
  const closed = new Promise<void>((resolve) => {
    respond = (response) => {
      response.once('close', resolve).writeHead(200);
      const write = () => {
        written += 1024;
        if (!response.destroyed) response.write('x'.repeat(1024), () => setTimeout(write, 1));
      };
      write();
    };
  });
  await send();
  await closed;
  expect(written).toBeLessThan(256 * 1024);
  respond = (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('x', () => response.destroy());
  };
  await send();
});

it('may take three times as long as other requests, and no longer', async () => {
  respond = (response) => void sleep(600).then(() => response.writeHead(200).end('ok'));
  await send(400);
  respond = () => undefined;
  await expect(send(50)).rejects.toThrow('within 0.15 s');
});

it('is aborted when the service stops', async () => {
  const stopping = new AbortController();
  respond = () => stopping.abort();
  await expect(send(stepLimit, stopping.signal)).rejects.toThrow("can't be reached");
});
