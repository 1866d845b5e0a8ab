import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts a service whose answers are not quite those of the document: groups have a field more and one less, `start` is
 * a text, reading one group is answered with a status that nobody declared, and its other records tell half of what they
 * should, or something else.
 */
export async function startTalkativeService(): Promise<{ url: string; close(): void }> {
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
  const halves: Record<string, object> = {
    '/oidc_ops': { id: 2, name: 'Half told', updated_at: 'yesterday', scope: 5, issuer: ['x'] },
    '/users': { login: 'half.told', created_at: 'yesterday', roles: [], user_resource: '/users/2' },
    '/roles': { name: 'Half told', features: null, role_resource: '/roles/2' },
  };
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    request.resume();
    const route = `${request.method} ${request.url?.split('?')[0]}`;
    if (route === 'POST /authentication') {
      response.setHeader('set-cookie', 'ticket=abc; Path=/; HttpOnly');
      return answer(201, user);
    }
    if (!request.headers.cookie?.includes('ticket=abc')) return answer(401, { detail: ['no ticket'] });
    if (route === 'GET /authentication') return answer(200, user);
    if (route === 'GET /groups') return answer(200, { rows: groups.length, data: groups, start: '0' });
    if (route === 'GET /groups/0') return answer(418, { detail: ['short and stout'] });
    const [, list = '', id] = /^GET (\/\w+)(\/2)?$/.exec(route) ?? [];
    const half = halves[list];
    if (half) return answer(200, id ? half : { rows: 1, data: [half], start: 0 });
    return answer(404, { detail: ['no such path'] });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
