import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts a service that deviates from docs/api.md: groups have an extra field and lack one, `start` is a string, and a provider
 * lacks fields.
 */
export async function startDeviatingService(): Promise<{ url: string; close(): void }> {
  const groups = [
    { name: 'Default', colour: 'red', mode: 'NONE', group_resource: '/groups/0', parent_resource: '' },
    {
      name: 'Child',
      colour: 'blue',
      mode: 'NONE',
      group_resource: '/groups/1',
      parent_resource: '/groups/0',
    },
  ];
  const role = {
    name: 'All',
    description: '',
    features: [
      { name: 'group', privilege: 'rw' },
      { name: 'group_admin', privilege: 'rw' },
    ],
    role_resource: '/roles/1',
    users: ['odd'],
    admin_group: groups[0],
    group_resources: ['/groups/0'],
  };
  const user = { login: 'odd', user: '/users/9', group: groups[0], roles: [role] };
  const provider = { id: 2, name: 'Incomplete', updated_at: 'yesterday', scope: null };
  const server = createServer((request, response) => {
    const respond = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    request.resume();
    const route = `${request.method} ${request.url?.split('?')[0]}`;
    if (route === 'POST /authentication') {
      response.setHeader('set-cookie', 'ticket=abc; Path=/; HttpOnly');
      return respond(201, user);
    }
    if (!request.headers.cookie?.includes('ticket=abc')) return respond(401, { detail: ['no ticket'] });
    if (route === 'GET /authentication') return respond(200, user);
    if (route === 'GET /groups') return respond(200, { rows: groups.length, data: groups, start: '0' });
    if (route === 'GET /oidc_ops') return respond(200, { rows: 1, data: [provider] });
    if (route === 'GET /oidc_ops/2') return respond(200, provider);
    return respond(404, { detail: ['no such path'] });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
