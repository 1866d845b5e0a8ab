import { describe, expect, it } from 'vitest';
import type { Change } from '../../../contract/activity/changes.ts';
import { anyTestStore } from '../../../testing/databases.ts';
import { password } from '../../../testing/service.ts';
import { newOp } from '../../../testing/oidc-op.ts';
import { testServiceOn } from '../../../testing/setups/service-setup.ts';

interface Page {
  rows: number;
  data: Change[];
  start: number;
  next: string;
}

describe.each(anyTestStore())('the log of changes on $name', ({ open }) => {
  const service = testServiceOn(open);

  const call = async (as: string, method: string, path: string, data?: object) => {
    const { status, body } = await service.request(as, method, path, data);
    expect({ path, status, ok: status < 300 }).toEqual({ path, status, ok: true });
    return body as Record<string, unknown>;
  };
  const changes = async (query = '', as = 'admin') =>
    (await call(as, 'GET', `/changes${query}`)) as unknown as Page;
  const latest = async (): Promise<Change | undefined> => (await changes('?limit=1')).data[0];

  it('records who created a group, and what it contains', async () => {
    const { group_resource: resource } = await call('tenant', 'POST', '/groups', { name: 'Paris' });
    expect(await latest()).toEqual({
      change_resource: expect.stringMatching(/^\/changes\/\d+$/),
      at: '2026-01-01T12:00:00.000Z',
      login: 'tenant',
      user: '/users/2',
      via: 'session',
      action: 'created',
      resource,
      name: 'Paris',
      fields: [
        { name: 'name', before: null, after: 'Paris' },
        { name: 'description', before: null, after: '' },
        { name: 'parent_resource', before: null, after: '/groups/1' },
      ],
      count: 1,
      request_id: expect.stringMatching(/^req-/),
      recreatable: null,
    });
  });

  it('records only the fields that an update changes', async () => {
    await call('tenant', 'PUT', '/groups/2', { name: 'Acme', description: 'Customer' });
    expect(await latest()).toMatchObject({
      action: 'updated',
      resource: '/groups/2',
      name: 'Acme',
      fields: [{ name: 'description', before: '', after: 'Customer' }],
    });
    await call('tenant', 'PUT', '/groups/2', { name: 'Acme' });
    expect(await latest()).toMatchObject({ action: 'updated', resource: '/groups/2', fields: [] });
  });

  it('records users, with secrets only as replaced', async () => {
    const secret = 'canary-4711-password';
    const bob = { login: 'bob', group_resource: '/groups/2', password: secret };
    const { user_resource: resource } = await service.create('/users', bob);
    expect((await latest())?.fields).toContainEqual({ name: 'has_password', before: null, after: true });
    await call('admin', 'PUT', resource, { display_name: 'Bob', password: `${secret}-2` });
    expect((await latest())?.fields).toEqual([
      { name: 'display_name', before: '', after: 'Bob' },
      { name: 'password', replaced: true },
    ]);
    await call('admin', 'PUT', resource, { role_resources: ['/roles/3'], password: null });
    expect((await latest())?.fields).toEqual([
      { name: 'role_resources', before: [], after: ['/roles/3'] },
      { name: 'has_password', before: true, after: false },
      { name: 'password', replaced: true },
    ]);
    const limited = { name: 'Nightly', expires_at: '2026-01-02T00:00:00.000Z', read_only: true };
    const { api_key_resource: key } = await service.create(`${resource}/api_keys`, limited);
    expect(await latest()).toMatchObject({ action: 'created', resource: key, name: 'Nightly' });
    expect((await latest())?.fields).toEqual(
      Object.entries(limited).map(([name, after]) => ({ name, before: null, after })),
    );
    await call('admin', 'DELETE', key);
    expect(await latest()).toMatchObject({ action: 'deleted', resource: key, name: 'Nightly' });
    await call('admin', 'DELETE', resource);
    expect(await latest()).toMatchObject({
      action: 'deleted',
      resource,
      name: 'bob',
      fields: [
        { name: 'login', before: 'bob', after: null },
        { name: 'display_name', before: 'Bob', after: null },
        { name: 'group_resource', before: '/groups/2', after: null },
        { name: 'role_resources', before: ['/roles/3'], after: null },
        { name: 'has_password', before: false, after: null },
        { name: 'suspended', before: false, after: null },
      ],
    });
    const history = await changes(`?resource=${resource}`);
    const actions = history.data.map(({ action }) => action).join(' ');
    expect(actions).toBe('deleted deleted created updated updated created');
    expect((await changes(`?resource=${key}`)).rows).toBe(2);
  });

  it('records roles', async () => {
    const features = [{ name: 'group', privilege: 'ro' }];
    const values = { name: 'Readers', admin_group: '/groups/1', features, group_resources: ['/groups/2'] };
    const { role_resource: resource } = await service.create('/roles', values);
    const more = [...features, { name: 'group_admin', privilege: 'ro' }];
    await call('admin', 'PUT', resource, { features: more });
    expect(await latest()).toMatchObject({
      resource,
      name: 'Readers',
      fields: [{ name: 'features', before: features, after: more }],
    });
    await call('admin', 'DELETE', resource);
    expect(await latest()).toMatchObject({ action: 'deleted', resource, name: 'Readers' });
  });

  it('records configurations, and neither log contains a secret', async () => {
    const { resource } = await service.create('/oidc_ops', { ...newOp, client_secret: 'canary-4711' });
    expect((await latest())?.fields).toContainEqual({ name: 'client_secret', replaced: true });
    await call('admin', 'PUT', resource, { scope: 'openid email' });
    expect((await latest())?.fields).toEqual([{ name: 'scope', before: 'openid', after: 'openid email' }]);
    await call('admin', 'PUT', resource, { client_secret: 'canary-4711-new' });
    expect((await latest())?.fields).toEqual([{ name: 'client_secret', replaced: true }]);
    await call('admin', 'DELETE', resource);
    expect((await latest())?.fields).toContainEqual({ name: 'scope', before: 'openid email', after: null });
    const stored = await service.database.db.selectFrom('changes').selectAll().execute();
    expect(stored.length).toBeGreaterThan(10);
    expect(JSON.stringify(stored)).not.toMatch(/canary|argon2|bound\.|v1\./);
  });

  it('records the API key or the job that a change was made with', async () => {
    const { key } = await service.create('/users/1/api_keys', { name: 'Sync' });
    const headers = { authorization: `token ${key}` };
    const made = await service.request(undefined, 'POST', '/groups', { name: 'By key' }, headers);
    expect(made.status).toBe(201);
    expect(await latest()).toMatchObject({ login: 'admin', via: 'api key Sync', name: 'By key' });
    const later = { ...headers, prefer: 'respond-async' };
    const queued = await service.request(undefined, 'POST', '/groups', { name: 'By job' }, later);
    const job = String(queued.headers['location']);
    await service.finished('admin', job);
    expect(await latest()).toMatchObject({ login: 'admin', via: `job ${job}`, name: 'By job' });
    expect((await changes()).data.filter(({ name }) => name === 'By job')).toHaveLength(1);
  });

  it('records an import and the deletion of a subtree as one entry each', async () => {
    const groups = [
      { name: 'Top', parent: '/groups/4' },
      { name: 'Below', parent: 1 },
    ];
    const { rows } = await changes();
    /** The entry about a write, when its job has finished. */
    const recorded = async ({ headers }: Awaited<ReturnType<typeof service.post>>) => {
      await service.finished('admin', String(headers['location']));
      const entry = await latest();
      expect(entry?.request_id).toBe(headers['x-request-id']);
      return entry;
    };
    expect(await recorded(await service.post('/group_imports', { groups }))).toMatchObject({
      action: 'imported',
      resource: '/groups/4',
      name: 'Americas',
      count: 2,
      fields: [],
    });
    const { body } = await service.get('/groups/4/groups');
    const [top] = (body as { data: { group_resource: string }[] }).data;
    const resource = top?.group_resource ?? '';
    expect(await recorded(await service.delete(resource))).toMatchObject({
      action: 'deleted',
      resource,
      name: 'Top',
      count: 2,
    });
    expect((await changes()).rows).toBe(rows + 2);
  });

  it('records nothing about a rejected write', async () => {
    const before = (await changes()).next;
    expect((await service.request('tenant', 'POST', '/groups', { name: 'Paris' })).status).toBe(409);
    expect((await service.request('guest', 'POST', '/groups', { name: 'Rome' })).status).toBe(403);
    expect((await service.delete('/users/1')).status).toBe(409);
    expect((await changes()).next).toBe(before);
  });

  it('filters', async () => {
    const only = async (query: string, property: keyof Change, value: unknown) => {
      const page = await changes(query);
      expect(page.rows).toBe(page.data.length);
      expect(new Set(page.data.map((each) => each[property]))).toEqual(new Set([value]));
    };
    await only('?login=tenant', 'login', 'tenant');
    await only('?user=/users/2', 'login', 'tenant');
    await only('?action=imported', 'action', 'imported');
    await only('?resource=/groups/2', 'resource', '/groups/2');
    const ofProviders = (await changes('?resource=/oidc_ops')).data.map(({ resource }) => resource);
    expect(ofProviders.filter((resource) => !resource.startsWith('/oidc_ops/'))).toEqual([]);
    expect((await changes('?until=2026-01-01')).rows).toBe(0);
    expect((await changes('?since=2026-01-01T12:00:00Z')).rows).toBe((await changes()).rows);
    service.clock.now = new Date('2026-01-01T12:10:00Z');
    await call('admin', 'PUT', '/groups/4', { description: 'ten minutes later' });
    const data = [{ resource: '/groups/4' }];
    expect(await changes('?since=2026-01-01T12:10:00Z')).toMatchObject({ rows: 1, data });
    const { rows, next } = await changes();
    const earlier = await changes('?until=2026-01-01T13:10:00%2B01:00');
    expect(earlier).toMatchObject({ rows: rows - 1, next: String(Number(next) - 1) });
    const wrong = await service.get('/changes?since=yesterday&action=read&resource=/trees');
    expect((wrong.body as { detail: string[] }).detail).toHaveLength(3);
    const impossible = '/changes?since=0000-01-01&until=9999-12-31T23:59:59-01:00';
    expect((await service.get(impossible)).status).toBe(400);
    expect((await changes('?since=0001-01-01&until=9999-12-31')).rows).toBe((await changes()).rows);
    expect((await changes('?after=0&start=2147483647')).data).toEqual([]);
  });

  it('shows only changes to what the caller can read', async () => {
    const tenant = await changes('?limit=1000', 'tenant');
    const resources = new Set(tenant.data.map(({ resource }) => resource));
    expect(resources).toContain('/groups/2');
    expect([...resources].filter((path) => path === '/groups/4' || path.startsWith('/oidc_ops'))).toEqual([]);
    const { group_resource: resource } = await service.create('/groups/2/groups', { name: 'By admin' });
    const [entry] = (await changes('?limit=1', 'tenant')).data;
    expect(entry).toMatchObject({ resource, login: null, user: null, via: 'session' });
    expect((await changes('', 'guest')).data).toEqual([]);
    await call('guest', 'POST', '/users/4/api_keys', { name: 'Mine' });
    expect(await changes('', 'guest')).toMatchObject({ rows: 1, data: [{ name: 'Mine', login: 'guest' }] });
    for (const hidden of ['login=admin', 'user=/users/1'])
      expect(await changes(`?${hidden}`, 'tenant')).toMatchObject({ rows: 0, data: [] });
    for (const visible of ['login=tenant', 'user=/users/2'])
      expect((await changes(`?${visible}`, 'tenant')).rows).toBeGreaterThan(0);
    expect((await changes('?login=guest', 'guest')).rows).toBe(1);
    const [other] = (await changes('?resource=/groups/4')).data;
    expect((await service.request('tenant', 'GET', String(other?.change_resource))).status).toBe(404);
    expect(await call('tenant', 'GET', String(entry?.change_resource))).toEqual(entry);
  });

  it('shows changes to the own group, but not below it, to those who can read other groups', async () => {
    const features = [{ name: 'group', privilege: 'ro' }];
    const values = { name: 'American readers', admin_group: '/groups/0', features };
    const { role_resource } = await service.create('/roles', { ...values, group_resources: ['/groups/4'] });
    const user = { login: 'reader', password, group_resource: '/groups/2' };
    await service.create('/users', { ...user, role_resources: [role_resource] });
    for (const id of [1, 2, 3, 4]) await call('admin', 'PUT', `/groups/${id}`, { description: 'seen?' });
    const resources = (await changes('?limit=1000', 'reader')).data.map(({ resource }) => resource);
    expect(resources).toEqual(expect.arrayContaining(['/groups/2', '/groups/4']));
    expect(resources).not.toContain('/groups/1');
    expect(resources).not.toContain('/groups/3');
  });

  it('follows a user to another group', async () => {
    const mover = { login: 'mover', group_resource: '/groups/4' };
    const { user_resource: resource } = await service.create('/users', mover);
    expect((await changes(`?resource=${resource}`, 'tenant')).rows).toBe(0);
    await call('admin', 'PUT', resource, { group_resource: '/groups/2' });
    expect((await changes(`?resource=${resource}`, 'tenant')).rows).toBe(2);
    await call('admin', 'PUT', resource, { group_resource: '/groups/4' });
    expect((await changes(`?resource=${resource}`, 'tenant')).rows).toBe(0);
  });
});
