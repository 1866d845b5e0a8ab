import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startReceiver } from '../../testing/setups/webhook-receiver.ts';
import { stepLimit } from '../../tooling/time-limits.ts';
import { createOutbound } from './outbound.ts';
import { destinationsOf } from './webhook.ts';

const secret = 'a secret of the webhook';
const alert = { id: 'an id', type: 'job.failed', service: 'here', text: 'A job failed', data: {} } as const;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
afterEach(() => receiver.reset());

/** @param milliseconds the usual time limit of requests */
function send(milliseconds = stepLimit, stopping?: AbortSignal, path = '/hook') {
  const outbound = createOutbound({ allow: [receiver.host], timeoutMilliseconds: milliseconds });
  const [destination] = destinationsOf({ url: receiver.url + path, secret, outbound });
  const at = new Date('2026-01-01T12:00:00Z');
  return destination!.send({ ...alert, at, attempt: 2 }, new Date('2026-01-01T13:30:00Z'), stopping);
}

it('is signed with the time at which it is sent', async () => {
  await send();
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
  const time = Date.parse('2026-01-01T13:30:00Z') / 1000;
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  expect(headers['x-palisade-signature']).toBe(`t=${time},v1=${signature}`);
  expect(headers).toMatchObject({ 'x-palisade-delivery': 'an id', 'x-palisade-attempt': '2' });
  expect(JSON.parse(body)).toEqual({ ...alert, at: '2026-01-01T12:00:00.000Z' });
});

it.each([
  // Google Chat refuses unknown fields, and Mattermost types that aren't its own.
  ['#chat', { text: 'A job failed' }],
  // Teams' workflows post each of the attachments.
  [
    '#teams',
    {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            type: 'AdaptiveCard',
            version: '1.2',
            body: [{ type: 'TextBlock', text: 'A job failed', wrap: true }],
          },
        },
      ],
    },
  ],
])('contains what a chat takes, to a URL with %s', async (fragment, body) => {
  await send(stepLimit, undefined, `/hook${fragment}`);
  expect(receiver.received.map(({ url }) => url)).toEqual(['/hook']);
  expect(receiver.bodies()).toEqual([body]);
});

it.each([301, 307, 308])("isn't sent to where %i redirects", async (status) => {
  receiver.respond = (response) => void response.writeHead(status, { location: '/elsewhere' }).end();
  expect(await send()).toMatchObject({ received: false, answer: 'The receiver returned a redirect' });
  expect(receiver.received.map(({ url }) => url)).toEqual(['/hook']);
});

it('is received if the body is long, slow or cut off, and not read beyond 4 kB', async () => {
  let written = 0;
  const closed = new Promise<void>((resolve) => {
    receiver.respond = (response) => {
      response.once('close', resolve).writeHead(200);
      const write = () => {
        written += 1024;
        if (!response.destroyed) response.write('x'.repeat(1024), () => setTimeout(write, 1));
      };
      write();
    };
  });
  expect(await send()).toMatchObject({ received: true });
  await closed;
  expect(written).toBeLessThan(256 * 1024);
  receiver.respond = (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('x', () => response.destroy());
  };
  expect(await send()).toMatchObject({ received: true });
});

it('may take three times as long as other requests, and no longer', async () => {
  receiver.respond = (response) => void sleep(600).then(() => response.writeHead(200).end('ok'));
  expect(await send(400)).toMatchObject({ received: true, answer: 'ok' });
  receiver.respond = () => undefined;
  expect(await send(50)).toMatchObject({ received: false, answer: expect.stringContaining('within 0.15 s') });
});

it('is aborted when the service stops', async () => {
  const stopping = new AbortController();
  receiver.respond = () => stopping.abort();
  expect(await send(stepLimit, stopping.signal)).toMatchObject({ received: false });
});

it.each(['/services/T0123/B0123/XyZsecretXyZ', '/hook?token=t0ken%2Fsecret', '/%C3%A4-long-secret'])(
  "returns the first words of a refusal, without what's secret in %s",
  async (path) => {
    receiver.respond = (response) => {
      const [, last = ''] = /([^/=]+)$/.exec(path) ?? [];
      response
        .writeHead(403)
        .end(`No\u001B[31m ${path} ${last} ${decodeURIComponent(last)} ${secret} ${'!'.repeat(300)}`);
    };
    const { answer } = await send(stepLimit, undefined, path);
    expect(answer).toMatch(/^No\[31m (redacted ){4}!+$/);
    expect(answer).toHaveLength(200);
  },
);

it('distinguishes destinations on one host', () => {
  const url =
    'https://hooks.example/a https://other.example:8443/\nhttps://hooks.example/b https://hooks.example/a';
  const names = destinationsOf({ url, outbound: createOutbound() }).map(({ name }) => name);
  expect(names).toEqual(['hooks.example (1)', 'other.example:8443', 'hooks.example (3)']);
});
