import { afterEach, describe, expect, it } from 'vitest';
import type { Change } from '../contract/activity/changes.ts';
import {
  carryOut,
  connect,
  exported,
  sampleFile,
  sampleSecrets as secrets,
  type Meddling,
} from '../testing/configuration.ts';
import { anyTestStore } from '../testing/databases.ts';
import { startTestService, type TestService } from '../testing/service.ts';
import type { Database } from '../service/store/database/database.ts';
import { exportFrom } from './export.ts';
import { plan, type Plan } from './plan.ts';
import { read } from './read.ts';
import { changesOf, labelOf } from './steps.ts';

let database: Database;
let service: TestService;
type Options = Parameters<typeof startTestService>[1];
const open = async (openDatabase: () => Promise<Database>, options: Options = {}) => {
  database = await openDatabase();
  service = await startTestService(database, options);
};
afterEach(async () => {
  await service.close();
  await database.close();
});

const outcomes = (results: { outcome: string }[]) => results.map(({ outcome }) => outcome);
const errorsOf = ({ errors }: Plan) =>
  errors.map(({ line, column, message }) => (line === undefined ? message : `${line}:${column} ${message}`));
const labels = ({ steps }: Plan) => steps.map((step) => `${step.action} ${labelOf(step)}`);
const planFor = async (api: ReturnType<typeof connect>, text = sampleFile, options = {}) =>
  plan(read(text), await api.current(), options);

const created = ['Asia', 'EMEA > Acme > Paris', 'Operators (EMEA)', 'tara', 'Okta'];
const all = created.map((label) => `create ${label}`);

describe.each(anyTestStore())('applying a file on $name', ({ open: openDatabase }) => {
  const start = (options: Options = {}) => open(openDatabase, options);

  it.each([
    ['immediately', {}],
    ['by jobs', { headers: { prefer: 'respond-async' } }],
  ])("creates, changes and removes the end of a provider's secret %s", async (_, options) => {
    await start();
    const api = connect(service, 'admin', options);
    const withEnd = (day: string) =>
      sampleFile.replace(/(\n\s+)(client_id:.*)/, `$1$2$1client_secret_ends_on: ${day}`);
    const endOf = async () => {
      const { body } = await service.request('admin', 'GET', '/oidc_watches');
      return (body as { data: { client_secret_ends_on: string | null }[] }).data[0]?.client_secret_ends_on;
    };
    for (const [day, end] of [
      ['2026-12-31', '2026-12-31'],
      ['2027-06-30', '2027-06-30'],
      ['""', null],
    ] as const) {
      const planned = await planFor(api, withEnd(day));
      expect(errorsOf(planned)).toEqual([]);
      await carryOut(planned, api, { secrets });
      expect(await endOf()).toBe(end);
      expect((await planFor(api, withEnd(day))).steps).toEqual([]);
      expect(/client_secret_ends_on: "?20/.test(await exported(api))).toBe(end !== null);
    }
    expect(errorsOf(await planFor(api, withEnd('2026-02-30')))[0]).toMatch(
      /client_secret_ends_on: must be a date/,
    );
  });

  it('does what the plan shows, and logs where it comes from', async () => {
    await start();
    const api = connect(service, 'admin');
    const planned = await planFor(api);
    expect(planned.errors).toEqual([]);
    expect(labels(planned).toSorted()).toEqual(all.toSorted());
    expect(planned.consequences.map(({ text }) => text)).toEqual([
      '1 user gains “Groups · change” in Asia',
      '1 user gains “Groups · change” in EMEA > Acme > Paris',
    ]);
    expect(outcomes(await carryOut(planned, api, { secrets }))).toEqual(all.map(() => 'done'));
    expect((await planFor(api)).steps).toEqual([]);
    const { body } = await service.request('admin', 'GET', '/changes?limit=5');
    const changes = (body as { data: Change[] }).data;
    expect(changes.map(({ via, login }) => `${login} ${via}`)).toEqual(
      all.map(() => 'admin configuration test.yaml'),
    );
    const { status } = await service.request('tara', 'GET', '/authentication');
    expect(status).toBe(200);
  });

  it('suspends and resumes users, and exports who is suspended', async () => {
    await start();
    const api = connect(service, 'admin');
    const file = (suspended: boolean) =>
      `palisade: 1\nusers:\n  - { login: guest, suspended: ${suspended} }\n`;
    expect((await planFor(api, file(false))).steps).toEqual([]);
    expect(outcomes(await carryOut(await planFor(api, file(true)), api))).toEqual(['done']);
    const { text } = exportFrom(await api.current(), { schema: '/', service: 'test', only: ['users'] });
    expect(text.match(/suspended: true/g)).toHaveLength(1);
    expect(outcomes(await carryOut(await planFor(api, file(false)), api))).toEqual(['done']);
  });

  it('logs jobs alike, and erases the name with their user', async () => {
    await start();
    const api = connect(service, 'admin', { headers: { prefer: 'respond-async' }, dropsJobs: true });
    const planned = await planFor(api);
    expect(outcomes(await carryOut(planned, api, { secrets }))).toEqual(all.map(() => 'done'));
    expect((await planFor(api)).steps).toEqual([]);
    const vias = async () => {
      const { body } = await service.request('admin', 'GET', '/changes?limit=5');
      return (body as { data: Change[] }).data.map(({ via }) => via);
    };
    expect(await vias()).toEqual(all.map(() => 'configuration test.yaml'));
    await service.request('admin', 'POST', '/users/1/forget');
    expect((await vias()).slice(1)).toEqual(all.slice(1).map(() => 'configuration'));
  });

  it.each([...all.keys()])('continues after %i steps when it was interrupted', async (most) => {
    await start();
    const api = connect(service, 'admin');
    const planned = await planFor(api);
    if (most > 0) await carryOut(planned, api, { secrets, most });
    const rest = await planFor(api);
    expect(rest.steps).toHaveLength(all.length - most);
    expect(new Set(outcomes(await carryOut(rest, api, { secrets })))).toEqual(new Set(['done']));
    // Also with the old plan.
    expect(new Set(outcomes(await carryOut(planned, api, { secrets })))).toEqual(new Set(['already']));
    const { body } = await service.request('admin', 'GET', '/changes?limit=100');
    expect((body as { data: Change[] }).data.filter(({ action }) => action === 'created')).toHaveLength(
      all.length,
    );
  });

  it.each(['before', 'after'] as const)('knows nothing when the %s of a write is cut', async (when) => {
    await start();
    const isWrite: Meddling['loses'] = ({ method }) => (method === 'GET' ? undefined : when);
    const api = connect(service, 'admin', { loses: isWrite });
    const results = await carryOut(await planFor(api), api, { secrets, most: 1 });
    expect(results).toMatchObject([{ outcome: 'unknown', detail: 'it may have been done: cut' }]);
    const left = await planFor(connect(service, 'admin'));
    expect(left.steps).toHaveLength(all.length - (when === 'after' ? 1 : 0));
  });

  it('updates and prunes field by field, and only what it shows', async () => {
    await start();
    const api = connect(service, 'admin');
    const before = await exported(api);
    await carryOut(await planFor(api), api, { secrets });
    const text = sampleFile
      .replace('description: Office', 'description: Moved')
      .replace('{ group: rw }', '{ group: ro }');
    const planned = await planFor(api, text.replace('{ env: SECRET }', '{ env: SECRET, replace: true }'));
    expect(planned.steps.map(changesOf)).toEqual([
      [{ name: 'description', before: 'Office', after: 'Moved' }],
      [{ name: 'features', before: { group: 'rw' }, after: { group: 'ro' } }],
      [{ name: 'client_secret', variable: 'SECRET' }],
    ]);
    expect(planned.consequences.map(({ text: each }) => each)).toContain(
      '1 user loses “Groups · change” in Asia',
    );
    expect(outcomes(await carryOut(planned, api, { secrets }))).toEqual(['done', 'done', 'done']);
    const back = await planFor(api, before, { prune: true });
    expect(labels(back)).toEqual([
      'delete tara',
      'delete Operators (EMEA)',
      'delete Okta',
      'delete Asia',
      'delete EMEA > Acme > Paris',
    ]);
    await carryOut(back, api);
    expect(await exported(api)).toBe(before);
  });

  it('changes nothing that has changed since the plan was made', async () => {
    await start();
    const api = connect(service, 'admin');
    await carryOut(await planFor(api), api, { secrets });
    const text = sampleFile.replace('Office', 'Mine').replace('name: Tara,', 'name: Mine,');
    const planned = await planFor(api, text.replace('SECRET }', 'SECRET, replace: true }'));
    for (const id of [6, 5])
      await service.request('admin', 'PUT', `/groups/${id}`, { description: 'Theirs' });
    await service.request('admin', 'PUT', '/oidc_ops/1', { scope: 'openid theirs' });
    const results = await carryOut(planned, api, { secrets });
    expect(outcomes(results)).toEqual(['changed', 'done', 'changed']);
    expect(results[0]?.detail).toBe('was changed since the plan was made: description');
    const fresh = await planFor(api, 'palisade: 1\nusers: [{ login: nina, name: Nina }]');
    await service.request('admin', 'POST', '/users', { login: 'nina', group_resource: '/groups/0' });
    expect(outcomes(await carryOut(fresh, api))).toEqual(['changed']);
    expect(errorsOf(await planFor(api, 'palisade: 1\ngroups: []', { prune: true }))).not.toEqual([]);
  });

  it('deletes no group that has new subgroups', async () => {
    await start();
    const api = connect(service, 'admin');
    const text = await exported(api);
    await service.request('admin', 'POST', '/groups', { name: 'Old' });
    const planned = await planFor(api, text, { prune: true });
    expect(labels(planned)).toEqual(['delete Old']);
    await service.request('admin', 'POST', '/groups/5/groups', { name: 'New' });
    expect(await carryOut(planned, api)).toMatchObject([
      { outcome: 'changed', detail: 'Old > New was created since the plan was made' },
    ]);
  });

  it('creates many groups by few requests', async () => {
    await start();
    const groups = Array.from(
      { length: 60 },
      (_, index) => `  - name: G${index}\n    groups: [{ name: Below }]\n`,
    );
    const text = `palisade: 1\ngroups:\n${groups.join('')}roles:\n  - { name: R, administered_by: G7 > Below, applies_to: [G9] }\n`;
    let writes = 0;
    const api = connect(service, 'admin', {
      onRequest: ({ method }) => void (writes += method === 'POST' ? 1 : 0),
    });
    const planned = await planFor(api, text);
    expect(outcomes(await carryOut(planned, api))).toEqual(Array(121).fill('done'));
    expect(writes).toBe(2);
    expect((await planFor(api, text)).steps).toEqual([]);
  });

  it('says of each group why, if not all of them can be created together', async () => {
    await start();
    const api = connect(service, 'admin', {
      onRequest: async ({ path }) => {
        if (path !== '/group_imports') return;
        await service.request('admin', 'POST', '/groups', { name: 'G7', description: 'Theirs' });
      },
    });
    const names = [...Array(30).keys()].map((index) => `{ name: G${index}, description: Mine }`);
    const results = await carryOut(await planFor(api, `palisade: 1\ngroups: [${names.join(', ')}]`), api);
    expect(results.filter(({ outcome }) => outcome !== 'done')).toMatchObject([
      { step: { record: { name: 'G7' } }, outcome: 'changed' },
    ]);
    expect(results).toHaveLength(30);
  });

  it('tries no parts if a busy service rejects the whole', async () => {
    await start();
    const tried = new Set<unknown>();
    const api = connect(service, 'admin', {
      isBusy: ({ method, body }) => method === 'POST' && Boolean(tried.add(JSON.stringify(body))),
    });
    const names = [...Array(40).keys()].map((index) => `{ name: G${index} }`);
    const planned = await planFor(api, `palisade: 1\ngroups: [${names.join(', ')}]`);
    expect(outcomes(await carryOut(planned, api))).toEqual(Array(40).fill('failed'));
    expect(tried.size).toBe(1);
  });

  it('can do no more than its user', async () => {
    await start();
    const { body } = await service.request('tenant', 'POST', '/users/2/api_keys', { name: 'CI' });
    const headers = { authorization: `token ${(body as { key: string }).key}` };
    const tenant = connect(service, 'tenant', { headers });
    const own = await exported(tenant);
    expect(own).toContain('name: Acme');
    expect(own).not.toContain('Americas');
    expect((await planFor(tenant, own)).steps).toEqual([]);
    expect(errorsOf(await planFor(tenant))).toEqual([
      expect.stringContaining("you can't read oidc_providers"),
    ]);
    const text = `palisade: 1
groups: [{ name: Acme, groups: [{ name: Rome }] }]
roles: [{ name: Mine, administered_by: /, applies_to: [Acme], features: { group: rw } }, { name: More, applies_to: [/], features: { palisade: rw } }]`;
    const planned = await planFor(tenant, text);
    const results = await carryOut(planned, tenant);
    expect(results).toMatchObject([
      { outcome: 'done' },
      { outcome: 'done' },
      { outcome: 'failed', detail: expect.stringMatching(/palisade/) },
    ]);
    const changes = (await service.request('admin', 'GET', '/changes?limit=2')).body as { data: Change[] };
    expect(changes.data.map(({ via, login }) => [via, login])).toEqual(
      [0, 1].map(() => ['configuration test.yaml', 'tenant']),
    );
  });

  it.each(['%', '%00', '', 'x'.repeat(256)])('rejects the file name %j', async (name) => {
    await start();
    const api = connect(service, 'admin', { headers: { 'x-palisade-configuration': name } });
    await expect(api.current()).rejects.toThrow('must be the percent-encoded name of a file');
  });

  it('works with a service without extensions', async () => {
    await start({ extensions: false });
    const api = connect(service, 'admin');
    const { missing } = await api.current();
    expect(missing).toEqual({
      roles: "this service doesn't offer roles",
      users: "this service doesn't offer users",
    });
    expect(errorsOf(await planFor(api))).toEqual([
      "11:3 roles: this service doesn't offer roles",
      "16:3 users: this service doesn't offer users",
    ]);
    const text =
      'palisade: 1\ngroups: [{ name: EMEA, description: New }, { name: Asia }, { name: Asia 2, groups: [{ name: Below }] }]';
    const results = await carryOut(await planFor(api, text), api);
    expect(results.find(({ outcome }) => outcome === 'failed')?.detail).toBe(
      "this service creates groups only below the caller's own",
    );
    expect(results.map(({ step, outcome }) => `${labelOf(step)} ${outcome}`).toSorted()).toEqual([
      'Asia 2 > Below failed',
      'Asia 2 done',
      'Asia done',
      'EMEA done',
    ]);
    expect(await exported(api)).toContain('description: New');
  });

  it.each([
    ['the last administrator', 'users: [{ login: admin, roles: [] }]', /lock out the last administrator/],
    ['a provider without what it needs', 'oidc_providers: [{ name: Okta }]', /2:18 client_id: is required/],
  ])('is rejected for %s', async (_, text, error) => {
    await start();
    const planned = await planFor(connect(service, 'admin'), `palisade: 1\n${text}`);
    expect(errorsOf(planned).join('\n')).toMatch(error);
  });

  it('rejects ambiguous names, and names both records', async () => {
    await start();
    for (const group of [1, 4])
      await service.request('admin', 'POST', '/roles', { name: 'Same', admin_group: `/groups/${group}` });
    const api = connect(service, 'admin');
    const ambiguous = await planFor(
      api,
      'palisade: 1\nroles: [{ name: Same }]\nusers: [{ login: guest, roles: [Same] }]',
    );
    expect(errorsOf(ambiguous)).toEqual([
      '2:17 Same is ambiguous: /roles/4 and /roles/5 have this name; add administered_by',
      '3:33 roles: Same is ambiguous: /roles/4 and /roles/5 have this name; add administered_by',
    ]);
    const text = 'palisade: 1\nusers: [{ login: guest, roles: [{ name: Same, administered_by: EMEA }] }]';
    expect((await planFor(api, text)).errors).toEqual([]);
    const okta = {
      name: 'Okta',
      issuer: 'x',
      client_id: 'x',
      client_secret: 'x',
      username_path: 'x',
      authorization_endpoint: 'https://x.example',
      token_endpoint: 'https://x.example',
    };
    await service.request('admin', 'POST', '/oidc_ops', okta);
    await service.request('admin', 'POST', '/oidc_ops', okta);
    expect(await exported(api)).toContain('oidc_providers: []');
    expect((await planFor(api, 'palisade: 1\noidc_providers: []', { prune: true })).steps).toEqual([]);
  });

  it('warns of secrets that are missing, or bound to another origin', async () => {
    await start();
    const api = connect(service, 'admin');
    const { consequences } = await planFor(api, sampleFile, { hasSecret: () => false });
    const texts = consequences.map(({ text }) => text);
    expect(texts).toContain("Sign-in through Okta will fail: secret missing (SECRET isn't set)");
    const results = await carryOut(await planFor(api), api);
    expect(results.filter(({ outcome }) => outcome === 'failed').map(({ detail }) => detail)).toEqual([
      "PASSWORD isn't set",
      "SECRET isn't set",
    ]);
    await carryOut(await planFor(api), api, { secrets });
    const moved = await planFor(api, sampleFile.replace('okta.example/token', 'new.example/token'));
    expect(moved.consequences.map(({ text }) => text)).toEqual([
      'Sign-in through Okta will fail: its secret is only sent to https://okta.example. Add replace: true to client_secret',
    ]);
  });
});
