import { createServer } from 'node:net';
import { request } from 'undici';
import { expect, it } from 'vitest';
import { outcomeHeader } from '../../contract/gateway.ts';
import { listen } from '../../testing/gateway.ts';
import { explainFailure } from './remote-failure.ts';

const failure = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });

it.each([
  ['no address responds or accepts', failure('ETIMEDOUT', 'connect'), failure('ECONNREFUSED', 'connect')],
  ['the first one refuses', failure('ECONNREFUSED', 'connect'), failure('ETIMEDOUT', 'connect')],
])('says that nothing was sent if %s', (_what, ...attempts) => {
  // As Node reports attempts for several addresses.
  const all = Object.assign(new AggregateError(attempts), { code: attempts[0]?.code });
  expect(explainFailure(all, 'host').headers).toEqual({ [outcomeHeader]: 'unsent' });
});

it("doesn't say so of a connection that was made", () => {
  expect(explainFailure(failure('ETIMEDOUT', 'read'), 'host').headers).toEqual({});
  expect(explainFailure(failure('ECONNRESET', 'read'), 'host').headers).toEqual({});
});

it('explains a response that undici rejects without a code', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\nContent-Type: text/plain\n\n{}'));
  const port = await listen(server);
  const failed: unknown = await request(`http://127.0.0.1:${port}/`).catch((error: unknown) => error);
  server.close();
  expect(explainFailure(failed as Error, 'host').sentence).toBe(
    'the service at host sent an invalid HTTP response',
  );
});
