import { expect, it, onTestFinished, vi } from 'vitest';
import type { PartialGroup } from '../contract/groups/groups.ts';
import { carryOut, connect } from '../testing/configuration.ts';
import { anyTestStore } from '../testing/databases.ts';
import { startTestService } from '../testing/service.ts';
import { plan } from './plan.ts';
import { read } from './read.ts';
import { createService, type ServiceRequest } from './service.ts';

/** Plans a file, to be applied to a service. */
async function planned(groups: string) {
  const database = await anyTestStore()[0]!.open();
  const service = await startTestService(database);
  onTestFinished(async () => {
    await service.close();
    await database.close();
  });
  const current = await connect(service, 'admin').current();
  return {
    service,
    found: await plan(await read(`palisade: 1\ngroups: [${groups}]`), current, { service: 'test' }),
  };
}

it("fails to change a record that can't be read, and continues", async () => {
  const { service, found } = await planned(
    '{ name: EMEA, description: A }, { name: Americas, description: B }',
  );
  const [first] = found.steps;
  const api = connect(service, 'admin', {
    isBusy: ({ method, path }) => method === 'GET' && path === first?.path,
  });
  expect(await carryOut(found, api)).toMatchObject([
    { outcome: 'failed', detail: 'busy' },
    { outcome: 'done' },
  ]);
});

it.each([400, 403, 404])(
  'reads a record from the list if a service responds %i to its path',
  async (status) => {
    const { service, found } = await planned('{ name: EMEA, description: A }');
    const api = connect(service, 'admin', {
      rejects: ({ method, path }) => (method === 'GET' && path === found.steps[0]?.path ? status : undefined),
    });
    expect(await carryOut(found, api)).toMatchObject([{ outcome: 'done' }]);
  },
);

it.each([403, 404])("doesn't take users that a service no longer lists for deleted: %i", async (status) => {
  const { service } = await planned('');
  const file = await read('palisade: 1\nusers: [{ login: admin }]');
  const options = { service: 'test', prune: true };
  const found = await plan(file, await connect(service, 'admin').current(), options);
  const rejects = ({ path }: ServiceRequest) => (path.startsWith('/users') ? status : undefined);
  const results = await carryOut(found, connect(service, 'admin', { rejects }));
  expect(results.length).toBeGreaterThan(0);
  for (const result of results) expect(result).toMatchObject({ outcome: 'failed', detail: 'Not here' });
});

it("fails only the step for which groups can't be read again", async () => {
  const names = Array.from({ length: 22 }, (_, index) => `{ name: G${index} }`);
  const { service, found } = await planned(names.join(', '));
  let [isRejected, unread] = [false, 0];
  const api = connect(service, 'admin', {
    onRequest: async ({ path }) => {
      if (path !== '/group_imports') return;
      await service.request('admin', 'POST', '/groups', { name: 'G7', description: 'Theirs' });
      isRejected = true;
    },
    // With all repetitions.
    isBusy: ({ method, path }) =>
      isRejected && method === 'GET' && path.startsWith('/groups?') && (unread += 1) <= 11,
  });
  const results = await carryOut(found, api);
  expect(results.filter(({ outcome }) => outcome !== 'done')).toMatchObject([
    { step: { place: { name: 'G0' } }, outcome: 'failed', detail: 'busy' },
    { step: { place: { name: 'G7' } }, outcome: 'changed' },
  ]);
  expect(results).toHaveLength(22);
});

it('reads a list without the parameters that the service rejects, and to its end', async () => {
  const all = [0, 1, 2, 3].map((id) => ({ group_resource: `/groups/${id}` }));
  const service = createService(async ({ path }) => {
    const { searchParams } = new URL(path, 'http://x');
    const start = Number(searchParams.get('start'));
    const isRejected = searchParams.has('limit') || start === all.length;
    return isRejected
      ? { status: 422, body: { detail: ['not like this'] } }
      : { status: 200, body: { rows: all.length, data: all.slice(start, start + 2) } };
  });
  expect((await service.current(['groups'])).groups).toEqual(all);
});

it.each([[{ user_resource: '/users/3f2a' }, '"/users/3f2a"'], [{ login: 'tara' }], [null]])(
  'refuses a list with a record whose path it misunderstands: %j',
  async (user, shown = 'undefined') => {
    const lists = new Map<string, unknown[]>([
      ['/groups', [{ group_resource: '/groups/0', name: 'Default' }]],
      ['/users', [{ user_resource: '/users/1' }, user]],
    ]);
    const service = createService(({ path }) =>
      Promise.resolve({ status: 200, body: { data: lists.get(path.replace(/\?.*/, '')) ?? [] } }),
    );
    await expect(service.current()).rejects.toThrow(
      `/users: the path of a record isn't understood: ${shown}`,
    );
    expect((await service.current(['groups'])).groups).toHaveLength(1);
  },
);

it.each([
  [404, "this service doesn't offer oidc_providers"],
  [405, "this service doesn't offer oidc_providers"],
  [501, "this service doesn't offer oidc_providers"],
  [400, "you can't read oidc_providers: Not here"],
  [403, "you can't read oidc_providers: Not here"],
])('reads what a service has that responds with %i to the rest', async (status, missing) => {
  const groups = [{ group_resource: '/groups/0', name: 'Default' }];
  const service = createService(({ path }) =>
    Promise.resolve(
      path.startsWith('/groups')
        ? { status: 200, body: { rows: 1, data: groups } }
        : { status, body: { detail: ['Not here'] } },
    ),
  );
  expect(await service.current(['groups', 'oidc_providers'])).toMatchObject({
    groups,
    missing: { oidc_providers: missing },
  });
});

it("reads groups whose names, descriptions and parents aren't texts", async () => {
  const odd = { group_resource: '/groups/1', name: 5, description: {}, parent_resource: 7 };
  const wanted = await read('palisade: 1\ngroups: [{ name: New }]');
  const groups = [{ group_resource: '/groups/0', name: 'Default' }, odd] as unknown as PartialGroup[];
  const { errors } = await plan(wanted, { groups, missing: {} });
  expect(errors).toMatchObject([{ message: "New would be below a group that you can't view" }]);
});

it('sends both fields of a group, because a service could drop the other one', async () => {
  const { service, found } = await planned(
    '{ name: EMEA, description: A }, { name: Americas, description: B }',
  );
  const [first, second] = found.steps;
  await service.request('admin', 'PUT', second?.path ?? '', { name: 'Renamed' });
  const sent: unknown[] = [];
  const api = connect(service, 'admin', {
    onRequest: ({ method, body }) => void (method === 'PUT' && sent.push(body)),
  });
  expect(await carryOut(found, api)).toMatchObject([
    { outcome: 'done' },
    { outcome: 'changed', detail: 'was changed since the plan was made: name' },
  ]);
  expect(first?.fields.map(({ name }) => name)).toEqual(['description']);
  expect(sent.map((body) => (typeof body === 'string' ? JSON.parse(body) : body))).toEqual([
    { data: { name: 'EMEA', description: 'A' } },
  ]);
});

it.each([
  [undefined, 1],
  [0, 1],
  [20, 20],
  [60, 60],
])('waits before it repeats a request if a service asks for %s s', async (retryAfter, seconds) => {
  const waits: number[] = [];
  const service = createService(
    ({ path }) =>
      Promise.resolve(
        path === '/changes?resource=%2Fgroups%2F1&limit=1' && waits.length < 2
          ? { status: 429, body: undefined, retryAfter }
          : { status: 200, body: { data: [{ action: 'update' }] } },
      ),
    '',
    (milliseconds) => Promise.resolve(void waits.push(milliseconds)),
  );
  expect(await service.lastChange('/groups/1')).toEqual({ action: 'update' });
  expect(waits).toEqual([seconds * 1000, seconds * 1000]);
});

it('fails immediately if a service asks for an hour', async () => {
  const pause = vi.fn<() => Promise<void>>();
  const busy = { status: 503, body: { detail: ['closed for maintenance'] }, retryAfter: 3600 };
  const service = createService(() => Promise.resolve(busy), '', pause);
  await expect(service.current(['groups'])).rejects.toThrow('closed for maintenance');
  expect(pause).not.toHaveBeenCalled();
});

it.each([
  [404, "EMEA no longer exists, or this service creates groups only below the caller's own"],
  [405, "this service creates groups only below the caller's own"],
  [501, "this service creates groups only below the caller's own"],
])('says why a group is not created below another if a service responds with %i', async (status, detail) => {
  const { service, found } = await planned('{ name: EMEA, groups: [{ name: New }] }');
  const api = connect(service, 'admin', {
    rejects: ({ method }) => (method === 'POST' ? status : undefined),
  });
  expect(await carryOut(found, api)).toMatchObject([{ outcome: 'failed', detail }]);
});
