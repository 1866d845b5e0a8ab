import { expect, it, onTestFinished, vi } from 'vitest';
import type { PartialGroup } from '../contract/groups/groups.ts';
import { carryOut, connect, connectionTo, serviceOf, type TestRequest } from '../testing/configuration.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { startTestService } from '../testing/service.ts';
import { plan } from './plan.ts';
import { exportFrom } from './export.ts';
import { read } from './read.ts';
import { changesOf, labelOf } from './steps.ts';
import { createService, type Current } from './service.ts';

/** Plans a file, to be applied to a service. */
async function planned(groups: string) {
  const database = await openTestDatabase();
  const service = await startTestService(database);
  onTestFinished(async () => {
    await service.close();
    await database.close();
  });
  const current = await connect(service, 'admin').current();
  return {
    service,
    found: plan(read(`palisade: 1\ngroups: [${groups}]`), current),
  };
}

it("fails to change a record that can't be read, and continues", async () => {
  const { service, found } = await planned(
    '{ name: EMEA, description: A }, { name: Americas, description: B }',
  );
  const [first] = found.steps;
  const api = connect(service, 'admin', {
    isBusy: ({ method, path }) => method === 'GET' && path === first?.record.path,
  });
  expect(await carryOut(found, api)).toMatchObject([
    { outcome: 'failed', detail: 'busy' },
    { outcome: 'done' },
  ]);
});

it.each([403, 404])("doesn't take users that a service no longer lists for deleted: %i", async (status) => {
  const { service } = await planned('');
  const file = read('palisade: 1\nusers: [{ login: admin }]');
  const options = { prune: true };
  const found = plan(file, await connect(service, 'admin').current(), options);
  const rejects = ({ path }: TestRequest) => (path.startsWith('/users') ? status : undefined);
  const api = connect(service, 'admin', { rejects });
  await expect(carryOut(found, api)).rejects.toThrow(/this service doesn't offer|you can't read/);
});

it.each([1, 30])('does nothing that depends on a write whose response was lost: %i', async (count) => {
  const { service } = await planned('');
  const names = [...Array(count).keys()].map((index) => `{ name: G${index}, groups: [{ name: Below }] }`);
  const text = `palisade: 1
groups: [${names.join(', ')}]
roles: [{ name: R, administered_by: G0 }, { name: Other }]
users: [{ login: guest, roles: [R] }]`;
  let isCut = false;
  const api = connect(service, 'admin', {
    loses: ({ method }) => (method === 'GET' || isCut ? undefined : ((isCut = true), 'after')),
  });
  const results = await carryOut(plan(read(text), await api.current()), api);
  const others = results.filter(({ outcome }) => outcome !== 'unknown');
  expect(results.some(({ outcome }) => outcome === 'unknown')).toBe(true);
  expect(others.map(({ step, outcome, detail }) => `${labelOf(step)} ${outcome} ${detail ?? ''}`)).toEqual([
    ...(count === 1 ? ["G0 > Below failed it isn't known whether G0 was created"] : []),
    "R (G0) failed it isn't known whether G0 was created",
    'Other done ',
    "guest failed the role R (G0) wasn't created",
  ]);
});

it.each([
  ['with 404', 404, '', 1],
  ['with 400', 400, '', 5],
  ['with 400 for one of them', 400, '"G0"', 7],
])('tries parts of an import that is rejected %s, or none', async (_, status, rejected, requests) => {
  const { service, found } = await planned([...Array(200).keys()].map((id) => `{ name: G${id} }`).join(', '));
  let [tried, reads] = [0, 0];
  const rejects = ({ path, body }: TestRequest) => {
    reads += Number(path.startsWith('/groups?'));
    if (path !== '/group_imports') return undefined;
    tried += 1;
    return JSON.stringify(body).includes(rejected) ? status : undefined;
  };
  const results = await carryOut(found, connect(service, 'admin', { rejects }));
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['done']));
  expect([tried, reads]).toEqual([requests, 1]);
});

it("fails the groups that were rejected together if they can't be read again", async () => {
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
  expect(results.map(({ outcome, detail }) => `${outcome} ${detail}`)).toEqual(Array(22).fill('failed busy'));
});

it.each([
  [404, "this service doesn't offer oidc_providers"],
  [405, "this service doesn't offer oidc_providers"],
  [501, "this service doesn't offer oidc_providers"],
  [403, "you can't read oidc_providers: Not here"],
])('reads what a service has that responds with %i to the rest', async (status, missing) => {
  const groups = [{ group_resource: '/groups/0', name: 'Default' }];
  const service = serviceOf(({ path }) =>
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
  const wanted = read('palisade: 1\ngroups: [{ name: New }]');
  const groups = [{ group_resource: '/groups/0', name: 'Default' }, odd] as unknown as PartialGroup[];
  const { errors } = plan(wanted, { groups, missing: {} });
  expect(errors).toMatchObject([{ message: "New would be below a group that you can't view" }]);
});

it('sends both fields of a group, because a service could drop the other one', async () => {
  const { service, found } = await planned(
    '{ name: EMEA, description: A }, { name: Americas, description: B }',
  );
  const [first, second] = found.steps;
  await service.request('admin', 'PUT', second?.record.path ?? '', { name: 'Renamed' });
  const sent: unknown[] = [];
  const api = connect(service, 'admin', {
    onRequest: ({ method, body }) => void (method === 'PUT' && sent.push(body)),
  });
  expect(await carryOut(found, api)).toMatchObject([
    { outcome: 'done' },
    { outcome: 'changed', detail: 'was changed since the plan was made: name' },
  ]);
  expect(first && changesOf(first).map(({ name }) => name)).toEqual(['description']);
  expect(sent).toEqual([{ data: { name: 'EMEA', description: 'A' } }]);
});

it.each([
  [undefined, 1],
  [0, 1],
  [20, 20],
  [60, 60],
])('waits before it repeats a request if a service asks for %s s', async (retryAfter, seconds) => {
  const waits: number[] = [];
  const headers = { ...(retryAfter !== undefined && { 'retry-after': retryAfter }) };
  const group = { name: 'EMEA', group_resource: '/groups/1' };
  const service = createService(
    connectionTo(() =>
      Promise.resolve(waits.length < 2 ? { status: 429, headers } : { status: 200, body: { data: group } }),
    ),
    '',
    (milliseconds) => Promise.resolve(void waits.push(milliseconds)),
  );
  expect(await service.record('groups', '/groups/1')).toEqual(group);
  expect(waits).toEqual([seconds * 1000, seconds * 1000]);
});

it('reads a provider and when its secret ends, but no other providers', async () => {
  const provider = { resource: '/oidc_ops/1', name: 'Okta' };
  const watch = { oidc_op_resource: '/oidc_ops/1', client_secret_ends_on: '2027-01-31' };
  const bodies: Record<string, object> = { '/oidc_ops/1': provider, '/oidc_watches': { data: [watch] } };
  const requests: string[] = [];
  const service = serviceOf(({ path }) => {
    requests.push(path);
    return Promise.resolve({ status: 200, body: bodies[path] ?? { rows: 1, data: [provider] } });
  });
  const found = await service.record('oidc_providers', '/oidc_ops/1');
  expect(found).toMatchObject({ ...provider, client_secret_ends_on: '2027-01-31' });
  expect(requests).toEqual(['/oidc_ops/1', '/oidc_watches']);
});

it('fails immediately if a service asks for an hour', async () => {
  const pause = vi.fn<() => Promise<void>>();
  const headers = { 'retry-after': 3600 };
  const busy = { status: 503, body: { detail: ['closed for maintenance'] }, headers };
  const service = createService(
    connectionTo(() => Promise.resolve(busy)),
    '',
    pause,
  );
  await expect(service.current(['groups'])).rejects.toThrow('closed for maintenance');
  expect(pause).not.toHaveBeenCalled();
});

/** A service whose names have blanks around them, or are longer than ours. */
function oddRecords(name: (plain: string) => string) {
  const at = (index: number) => `/groups/${index}`;
  return {
    groups: [
      { name: 'Default', group_resource: at(0) },
      { name: name('Acme'), group_resource: at(1), parent_resource: at(0), description: ' x ' },
      { name: 'Acme', group_resource: at(2), parent_resource: at(0) },
      { name: name('Below'), group_resource: at(3), parent_resource: at(1) },
    ],
    roles: [
      {
        name: name('Operators'),
        description: '',
        role_resource: '/roles/1',
        admin_group: { group_resource: at(1) },
        features: [{ name: name('group'), privilege: name('rw') }],
        group_resources: [at(3), at(2)],
      },
    ],
    users: [
      {
        login: name('tara'),
        display_name: name('Tara'),
        user_resource: '/users/1',
        group_resource: at(3),
        role_resources: ['/roles/1'],
      },
    ],
    oidc_providers: [
      {
        resource: '/oidc_ops/1',
        name: name('Okta'),
        issuer: name('https://a.example'),
        client_id: name('x'),
      },
      { resource: '/oidc_ops/2', name: 'Okta', issuer: 'https://a.example', client_id: 'x' },
    ],
    own: at(0),
    missing: {},
  } as unknown as Current;
}

it.each([
  ['a blank before', (name: string) => ` ${name}`],
  ['a blank after', (name: string) => `${name} `],
  ['no-break spaces', (name: string) => `\u00A0${name}\u00A0`],
  ['a byte order mark', (name: string) => `\uFEFF${name}`],
  ['300 characters', (name: string) => name.padEnd(300, 'x')],
  ['control characters', (name: string) => `${name}\u0007`],
])('changes nothing by its own export if its names have %s', async (_, name) => {
  const current = oddRecords(name);
  const { text, notes } = exportFrom(current, { schema: '/', service: 'test' });
  expect(notes).toEqual([]);
  for (const prune of [false, true])
    expect(plan(read(text), current, { prune })).toMatchObject({ steps: [], errors: [] });
});

it('finds names also without the blanks around them, and creates them without', async () => {
  const current = oddRecords((name) => ` ${name}\u00A0`);
  const labels = async (text: string, records = current) => {
    const { steps, errors } = plan(read(`palisade: 1\n${text}`), records, { prune: true });
    return [
      ...errors.map(({ message }) => message),
      ...steps.flatMap((step) => (step.action === 'update' ? [] : [`${step.action} ${labelOf(step)}`])),
    ];
  };
  const providers = current.oidc_providers?.slice(0, 1) ?? [];
  const only = { ...current, oidc_providers: providers };
  expect(await labels('oidc_providers: [{ name: Okta }]', only)).toEqual([]);
  // What a name means exactly isn't meant by another.
  const both =
    'oidc_providers: [{ name: " Okta\u00A0" }, { name: Okta, metadata_url: "https://a.io/m", client_id: a, username_path: sub, client_secret: { env: S } }]';
  expect(await labels(both, only)).toEqual(['create Okta']);
  expect(await labels('users: [{ login: tara, group: Acme > Below, roles: [Operators] }]')).toEqual([
    "group: Acme > Below doesn't exist, and the file doesn't create it",
  ]);
  expect(await labels('users: [{ login: tara, group: [" Acme\u00A0", Below], roles: [Operators] }]')).toEqual(
    [],
  );
  expect(await labels('groups: [{ name: " New ", groups: [{ name: "B " }] }, { name: New }]')).toContain(
    'New is in the file twice',
  );
  expect(await labels('groups: [{ name: "Acme  " }, { name: Acme }]')).toContain(
    'delete [" Acme\u00A0"," Below\u00A0"]',
  );
  const long = await labels(`groups: [{ name: ${'x'.repeat(300)} }]`);
  expect(long).toContain('name: must be at most 255 characters');
});
