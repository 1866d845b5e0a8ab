import { createServer, type ServerResponse } from 'node:http';

/** A remote service without extensions whose 202 responses have a `Location` and no body. */
export interface MinimalService {
  url: string;
  /** Finishes its only job, which deletes a group and its subgroup. */
  finish(): void;
  close(): void;
}

/** Starts it on a free loopback port, below a base path. */
export async function startMinimalService(): Promise<MinimalService> {
  let finished = false;
  let removed = false;
  const group = (id: number, name: string, parent: string) => ({
    name,
    description: '',
    mode: 'NONE',
    group_resource: `/groups/${id}`,
    parent_resource: parent,
  });
  const groups = [group(0, 'Default', ''), group(1, 'Branch', '/groups/0'), group(2, 'Leaf', '/groups/1')];
  const existing = () => (finished ? groups.slice(0, 1) : groups);
  const user = {
    login: 'admin',
    user: '/users/1',
    group: groups[0],
    roles: [
      {
        name: 'All',
        description: '',
        features: [{ name: 'group', privilege: 'rw' }],
        role_resource: '/roles/1',
        users: ['admin'],
        admin_group: groups[0],
        group_resources: ['/groups/0'],
      },
    ],
  };
  const status = () => ({
    delayed_job_status_resource: '/delayed_job_statuses/seven-7',
    message: finished ? 'All gone' : 'Removed 1 of 4 records',
    finished,
    failed: false,
    user: 'admin',
  });
  const server = createServer((request, response) => {
    const respond = (code: number, body: unknown) => send(response, code, body);
    const { port } = server.address() as { port: number };
    const route = `${request.method} ${request.url?.split('?')[0]}`;
    if (route !== 'POST /base/authentication' && !request.headers.cookie?.includes('sid=1'))
      return respond(401, { detail: ['no session'] });
    switch (route) {
      case 'POST /base/authentication':
        response.setHeader('Set-Cookie', 'sid=1; Path=/base');
        return respond(201, user);
      case 'GET /base/authentication':
        return respond(200, user);
      case 'GET /base/groups':
        return respond(200, { rows: existing().length, data: existing(), start: 0 });
      case 'DELETE /base/groups/1':
        response.setHeader('Location', `http://127.0.0.1:${port}/base/delayed_job_statuses/seven-7`);
        response.writeHead(202);
        return response.end();
      case 'GET /base/delayed_job_statuses/seven-7':
        return removed ? respond(404, { detail: ['no such status'] }) : respond(200, status());
      case 'DELETE /base/delayed_job_statuses/seven-7':
        removed = true;
        return respond(200, {});
      default:
        return respond(404, { detail: ['no such path'] });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/base`,
    finish: () => {
      finished = true;
    },
    close: () => server.close(),
  };
}

function send(response: ServerResponse, code: number, body: unknown): void {
  response.writeHead(code, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
