import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What services differ in that offer only what docs/api.md states. */
interface Traits {
  /** Whether it supports `start`. */
  pages: boolean;
  /** The status without a session. */
  withoutSession: 401 | 403;
  /** Whether `GET /authentication` returns more than the roles. */
  identifies: boolean;
}

/** A documented service of groups, with huge IDs, null texts and strict query parameters, below a base path. */
export interface DocumentedService {
  url: string;
  /** The requests it received, such as `GET /groups?start=0`. */
  requests: string[];
  change(traits: Partial<Traits>): void;
  /** Ends its only job, which deletes a group and its subgroups. */
  end(): void;
  /** Ends every session. */
  expire(): void;
  close(): void;
}

type Respond = (status: number, body?: unknown, headers?: Record<string, string>) => void;

/** Starts it on a free loopback port, with the groups Default > Branch > Twig, and Default > Leaf. */
export async function startDocumentedService(differing: Partial<Traits> = {}): Promise<DocumentedService> {
  const traits: Traits = {
    pages: true,
    withoutSession: 401,
    identifies: false,
    ...differing,
  };
  const requests: string[] = [];
  const [top, branch] = ['/groups/900719925474011', '/groups/900719925474012'];
  let groups = [
    record(top, 'Default', ''),
    record(branch, 'Branch', top),
    record('/groups/900719925474013', 'Twig', branch),
    record('/groups/900719925474014', 'Leaf', top),
  ];
  let session = 0;
  const job = { path: '/delayed_job_statuses/1', deletes: '', finished: false };
  const status = () => ({
    delayed_job_status_resource: job.path,
    message: job.finished ? 'All gone' : 'Removed 1 of 4 records',
    finished: job.finished,
    failed: false,
    user: 'pat',
  });
  const features = [{ name: 'group', privilege: 'rw' }];
  const roles = [{ name: 'All', features, role_resource: '/roles/1', group_resources: [top] }];

  const user = () => ({ login: 'pat', user: '/users/9', group: groups[0], roles });
  const answer = (method: string, path: string, query: URLSearchParams, respond: Respond) => {
    if ([...query.keys()].some((name) => name !== 'start'))
      return respond(400, { detail: ['unknown parameter'] });
    switch (`${method} ${path}`) {
      case 'GET /authentication':
        return respond(200, traits.identifies ? user() : { roles });
      case 'GET /groups': {
        const start = traits.pages ? Number(query.get('start') ?? 0) : 0;
        const data = groups.slice(start, start + 3);
        return respond(200, { rows: groups.length, data, start });
      }
      case `GET ${job.path}`:
        return respond(200, status());
    }
    const isGroup = groups.some(({ group_resource: own }) => own === path);
    if (method !== 'DELETE' || !isGroup) return respond(404, { detail: ['no such path'] });
    job.deletes = path;
    respond(202, undefined, { location: url() + job.path });
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const respond: Respond = (code, body, headers = {}) => {
      response.writeHead(code, { 'content-type': 'application/json', ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const { pathname, search, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const path = pathname.replace(/^\/base/, '');
    requests.push(`${request.method} ${path}${search}`);
    if (`${request.method} ${path}` === 'POST /authentication') {
      session += 1;
      return respond(201, user(), { 'set-cookie': `ticket=${session}; Path=/base` });
    }
    if (session === 0 || !request.headers.cookie?.includes(`ticket=${session}`))
      return respond(traits.withoutSession, { detail: ['who are you?'] });
    return answer(request.method ?? '', path, searchParams, respond);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
  return {
    url: url(),
    requests,
    change: (changed) => void Object.assign(traits, changed),
    end: () => {
      job.finished = true;
      const { deletes } = job;
      groups = groups.filter((one) => one.group_resource !== deletes && one.parent_resource !== deletes);
    },
    expire: () => void (session += 1),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const record = (path: string, name: string, parent: string) => ({
  name,
  description: null,
  mode: null,
  group_resource: path,
  parent_resource: parent,
});
