import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a remote service differs from ours. What's omitted is as in docs/api.md. */
interface Traits {
  /** Groups by name, each below the group at that place in the list, if there is one; the first is the Default group. */
  groups: readonly [name: string, parent?: number][];
  /** The most records in one response. */
  pageSize?: number;
  /** Whether `rows` counts all records or those of the page. */
  rows?: 'all' | 'page';
  /** The query parameters it accepts; it rejects others with 400. Undefined: it ignores unknown ones. */
  parameters?: readonly string[];
  /** Whether it supports `start`. */
  pages?: boolean;
  /** The status without a session. */
  withoutSession?: number;
  /** Whether it deletes groups as a job. */
  jobs?: boolean;
  /** More features that the user's role grants. */
  features?: readonly string[];
}

/** A remote service that differs from ours. */
export interface UnusualService {
  url: string;
  /** The requests it received, such as `GET /groups?start=0`. */
  requests: string[];
  /** Delays pages of groups from an offset on, until the returned function is called. */
  hold(from: number): () => void;
  /** Another client creates a group. */
  create(name: string, parent: number): void;
  /** Changes how it differs. */
  change(traits: Partial<Traits>): void;
  /** Finishes the job. */
  finish(): void;
  /** Ends every session. */
  expire(): void;
  /** Ends it, with all connections. */
  close(): Promise<void>;
  /** Starts it again after it was closed, on the same port and with the same data. */
  reopen(): Promise<void>;
}

/**
 * Starts it on a loopback port, by default a free one. It rejects changes to groups whose name begins with "Not".
 */
export async function startUnusualService(initial: Traits, onPort = 0): Promise<UnusualService> {
  const traits = { ...initial };
  const { withoutSession = 401, parameters } = traits;
  const groups = traits.groups.map(([name, parent], id) => record(id, name, parent));
  const requests: string[] = [];
  let session = 0;
  const job = {
    delayed_job_status_resource: '/delayed_job_statuses/1',
    message: 'Deleting',
    finished: false,
    failed: false,
    user: 'pat',
  };
  let held: { from: number; released: Promise<void> } | undefined;
  const user = () => ({
    login: 'pat',
    user: '/users/9',
    group: groups[0],
    roles: [roleOf(traits)],
  });
  const server = createServer((request, response) => {
    const respond = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const handle = async () => {
      const text = await bodyOf(request);
      const url = new URL(request.url ?? '', 'http://localhost');
      const route = `${request.method} ${url.pathname}`;
      requests.push(`${request.method} ${request.url}`);
      if (route === 'POST /authentication') {
        session += 1;
        response.setHeader('set-cookie', `ticket=${session}; Path=/; HttpOnly`);
        return respond(201, user());
      }
      if (session === 0 || !request.headers.cookie?.includes(`ticket=${session}`))
        return respond(withoutSession, { detail: ['who are you?'] });
      if (route === 'GET /authentication') return respond(200, user());
      const unknown = [...url.searchParams.keys()].filter((name) => parameters?.includes(name) === false);
      if (unknown.length > 0) return respond(400, { detail: unknown.map((name) => `${name}: not known`) });
      if (route === 'GET /groups') {
        const start = traits.pages === false ? 0 : Number(url.searchParams.get('start') ?? 0);
        if (held && start >= held.from) await held.released;
        return respond(200, pageOf(groups, start, traits));
      }
      if (route === 'GET /delayed_job_statuses/1') return respond(200, job);
      const [, method, id, below] = /^(\w+) \/groups\/(\d+)(\/groups)?$/.exec(route) ?? [];
      const group = groups.find(({ group_resource: path }) => path === `/groups/${id}`);
      if (!group || below) {
        if (route !== 'POST /groups') return respond(404, { detail: ['no such path'] });
      }
      if (method === 'GET' && below) {
        const children = groups.filter((child) => child.parent_resource === `/groups/${id}`);
        return respond(200, pageOf(children, 0, { rows: 'all' }));
      }
      if (request.method === 'POST') {
        const { data } = JSON.parse(text) as { data: { name: string } };
        const created = record(groups.length, data.name, below ? Number(id) : 0);
        groups.push(created);
        return respond(201, created);
      }
      if (method === 'GET') return respond(404, { detail: ['no such path'] });
      if (group?.name.startsWith('Not')) return respond(403, { detail: ['not this one'] });
      if (method === 'DELETE' && traits.jobs) return respond(202, job);
      if (method === 'DELETE' && group) groups.splice(groups.indexOf(group), 1);
      return respond(200, {});
    };
    void handle();
  });
  const listen = (on: number) =>
    new Promise<void>((resolve) => {
      server.listen(on, '127.0.0.1', resolve);
    });
  await listen(onPort);
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    hold: (from) => {
      const { promise, resolve } = withResolvers();
      held = { from, released: promise };
      return () => {
        held = undefined;
        resolve();
      };
    },
    create: (name, parent) => void groups.push(record(groups.length, name, parent)),
    change: (changed) => void Object.assign(traits, changed),
    finish: () => void Object.assign(job, { message: 'Deleted', finished: true }),
    expire: () => {
      session += 1;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    reopen: () => listen(port),
  };
}

function record(id: number, name: string, parent: number | undefined) {
  return {
    name,
    description: '',
    mode: 'SOMETHING_NEW',
    group_resource: `/groups/${id}`,
    sub_groups_resource: `/groups/${id}/groups`,
    parent_resource: parent === undefined ? '' : `/groups/${parent}`,
  };
}

function roleOf({ features = [] }: Traits) {
  return {
    name: 'All',
    description: '',
    features: ['group', ...features].map((name) => ({ name, privilege: 'rw' })),
    role_resource: '/roles/1',
    users: ['pat'],
    admin_group: record(0, 'Default', undefined),
    group_resources: ['/groups/0'],
  };
}

function pageOf<Item>(
  all: readonly Item[],
  start: number,
  { pageSize = 1000, rows = 'all' }: Pick<Traits, 'pageSize' | 'rows'>,
) {
  const data = all.slice(start, start + pageSize);
  return { rows: rows === 'all' ? all.length : data.length, data, start };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function withResolvers(): { promise: Promise<void>; resolve(): void } {
  let resolve = () => {};
  const promise = new Promise<void>((_resolve) => {
    resolve = _resolve;
  });
  return { promise, resolve };
}
