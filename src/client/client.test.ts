import { expect, it } from 'vitest';
import { authenticationEndpoints } from '../contract/endpoints/authentication.ts';
import { groupsEndpoints } from '../contract/endpoints/groups.ts';
import { createClient } from './client.ts';
import type { ServiceKind } from './kind.ts';
import type { Received } from './request.ts';

it('asks a service for extensions only once its kind is known', async () => {
  let kind: ServiceKind | undefined;
  const addresses: string[] = [];
  let respond = () => {};
  const isAsked = new Promise<void>((resolve) => (respond = resolve));
  const client = createClient({
    exchange: async ({ path }, { address }): Promise<Received> => {
      addresses.push(address);
      if (path === '/authentication') await isAsked;
      const response = { status: 200, statusText: 'OK', ok: true, headers: { get: () => null } };
      const body = path === '/authentication' ? { roles: [] } : { rows: 0, data: [] };
      return { response, body, isJson: true };
    },
    kind: { get: () => kind, set: (known) => (kind = known) },
  });
  const session = client(authenticationEndpoints.getAuthentication);
  const groups = client(groupsEndpoints.listGroups, { query: { limit: 1000 } });
  respond();
  await Promise.all([session, groups]);
  expect(addresses).toEqual(['/api/authentication', '/api/groups']);
});

it("says that a proxy limits the size of requests, and how large this one is, unless it's the service's own 413", async () => {
  const failure = (isJson: boolean, body: unknown) =>
    createClient({
      exchange: async (): Promise<Received> => {
        const headers = { get: () => null };
        return { response: { status: 413, statusText: '', ok: false, headers }, body, isJson };
      },
      kind: { get: () => 'complete', set: () => undefined },
    })(groupsEndpoints.createGroup, { body: { data: { name: 'x'.repeat(2_500), description: '' } } });
  await expect(failure(false, undefined)).rejects.toMatchObject({
    kind: 'not-the-api',
    status: 413,
    mayBeDone: false,
    message: expect.stringMatching(/^A proxy .* limits the size of requests \(413\)\. This one has 3 kB:/),
  });
  await expect(failure(true, { detail: ['the body is over 1 MiB'] })).rejects.toMatchObject({
    kind: 'problem',
    message: 'the body is over 1 MiB',
  });
});
