import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What services differ in that offer only what docs/api.md states. */
interface Traits {
  /** The most groups in one response. */
  pageSize: number;
  /** Whether it supports `start`. */
  pages: boolean;
  /** The status without a session. */
  withoutSession: 400 | 401 | 403;
  /** Whether `GET /authentication` returns more than the roles. */
  identifies: boolean;
  /** Whether 202 has a body, or else a `Location`. */
  hasJobBody: boolean;
}

/** A documented service of groups, with huge IDs, null texts and strict query parameters, below a base path. */
export interface DocumentedService {
  url: string;
  /** The requests it received, such as `GET /groups?start=0`. */
  requests: string[];
  change(traits: Partial<Traits>): void;
  /** Ends its only job, which deletes a group and its subgroups; a failed one leaves them. */
  end(outcome: 'done' | 'failed'): void;
  /** Ends every session. */
  expire(): void;
  close(): void;
}

type Respond = (status: number, body?: unknown, headers?: Record<string, string>) => void;

/** Starts it on a free loopback port, with groups by name, each with its parent's. */
export async function startDocumentedService(
  initial: readonly (readonly [name: string, parent: string])[],
  differing: Partial<Traits> = {},
): Promise<DocumentedService> {
  const traits: Traits = {
    pageSize: 3,
    pages: true,
    withoutSession: 401,
    identifies: false,
    hasJobBody: true,
    ...differing,
  };
  const requests: string[] = [];
  let groups: ReturnType<typeof record>[] = [];
  let created = 0;
  const create = (name: string, parent: string) => {
    created += 1;
    const above = groups.find((group) => group.name === parent)?.group_resource ?? '';
    groups.push(record(`/groups/9007199254740${10 + created}`, name, above));
  };
  for (const [name, parent] of initial) create(name, parent);
  let session = 0;
  const job = { path: '/delayed_job_statuses/1', deletes: '', finished: false, failed: false };
  const status = () => ({
    delayed_job_status_resource: job.path,
    message: job.finished ? 'All gone' : 'Removed 1 of 4 records',
    finished: job.finished,
    failed: job.failed,
    user: 'pat',
  });
  const features = [{ name: 'group', privilege: 'rw' }];
  const roles = [
    { name: 'All', features, role_resource: '/roles/1', group_resources: [groups[0]?.group_resource] },
  ];

  const user = () => ({ login: 'pat', user: '/users/9', group: groups[0], roles });
  const remove = (path: string) => {
    const group = groups.find(({ group_resource: own }) => own === path);
    groups = groups.filter((one) => one !== group && one.parent_resource !== path);
  };
  const answer = (method: string, path: string, query: URLSearchParams, respond: Respond) => {
    if ([...query.keys()].some((name) => name !== 'start'))
      return respond(400, { detail: ['unknown parameter'] });
    switch (`${method} ${path}`) {
      case 'GET /authentication':
        return respond(200, traits.identifies ? user() : { roles });
      case 'GET /groups': {
        const start = traits.pages ? Number(query.get('start') ?? 0) : 0;
        const data = groups.slice(start, start + traits.pageSize);
        return respond(200, { rows: groups.length, data, start });
      }
      case `GET ${job.path}`:
        return respond(200, status());
      // The status vanishes.
      case `DELETE ${job.path}`:
        job.path = '';
        return respond(200, {});
    }
    const group = groups.find(({ group_resource: own }) => own === path);
    if (method !== 'DELETE' || !group) return respond(404, { detail: ['no such path'] });
    if (group.name.startsWith('Not')) return respond(403, { detail: ['not this one'] });
    if (!groups.some((one) => one.parent_resource === path)) {
      remove(path);
      return respond(200, {});
    }
    Object.assign(job, { path: '/delayed_job_statuses/1', deletes: path, finished: false, failed: false });
    return traits.hasJobBody
      ? respond(202, status())
      : respond(202, undefined, { location: url() + job.path });
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
    end: (outcome) => {
      Object.assign(job, { finished: true, failed: outcome === 'failed' });
      if (outcome === 'done') remove(job.deletes);
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
