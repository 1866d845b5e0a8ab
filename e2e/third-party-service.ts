import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A remote service without extensions, with invalid data. */
export interface ThirdPartyService {
  url: string;
  /** Bodies that it was asked to create groups from. */
  created: unknown[];
  close(): void;
}

const record = (id: number, name: string, parent: number | undefined) => ({
  name,
  description: '',
  mode: 'SOMETHING_NEW',
  customer_resource: `/customers/${id + 100}`,
  group_resource: `/groups/${id}`,
  sub_groups_resource: `/groups/${id}/groups`,
  parent_resource: parent === undefined ? '' : `/groups/${parent}`,
});

/**
 * Starts it: one orphan, one circle of three, no paging, no reading of a single group, no creation below another
 * group, no sign-out.
 */
export async function startThirdPartyService(): Promise<ThirdPartyService> {
  const groups = [
    record(0, 'Default', undefined),
    record(1, 'Ordinary', 0),
    record(2, 'Orphan', 77),
    record(3, 'Round', 5),
    record(4, 'And round', 3),
    record(5, 'It goes', 4),
  ];
  const created: unknown[] = [];
  const user = {
    login: 'odd',
    user: '/users/9',
    group: groups[0],
    roles: [
      {
        name: 'All',
        description: '',
        features: [{ name: 'group', privilege: 'rw' }],
        role_resource: '/roles/1',
        users: ['odd'],
        admin_group: groups[0],
        group_resources: ['/groups/0'],
      },
    ],
  };
  const server = createServer((request, response) => {
    const respond = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const path = request.url?.split('?')[0];
    const route = `${request.method} ${path}`;
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      if (route === 'POST /authentication') {
        response.setHeader('set-cookie', 'ticket=abc; Path=/; HttpOnly');
        return respond(201, user);
      }
      if (!request.headers.cookie?.includes('ticket=abc')) return respond(401, { detail: ['no ticket'] });
      if (route === 'GET /authentication') return respond(200, user);
      if (route === 'DELETE /authentication') return respond(405, { detail: ['no such method'] });
      if (route === 'GET /groups') return respond(200, { rows: groups.length, data: groups, start: 0 });
      if (route === 'POST /groups') {
        const body = JSON.parse(text) as { data: { name: string } };
        created.push(body);
        const group = record(groups.length, body.data.name, 0);
        groups.push(group);
        return respond(201, group);
      }
      return respond(404, { detail: ['no such path'] });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, created, close: () => server.close() };
}
