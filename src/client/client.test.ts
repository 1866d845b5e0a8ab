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
