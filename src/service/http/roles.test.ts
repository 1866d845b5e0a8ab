import { describe, expect, it } from 'vitest';
import { anyTestStore } from '../../testing/databases.ts';
import { refusedWith } from '../../testing/service.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';

describe.each(anyTestStore())('roles on $name', ({ open }) => {
  const service = testServiceOn(open);
  const group = { name: 'group', privilege: 'rw' };
  const create = (as: string, data: object) => service.request(as, 'POST', '/roles', data);
  const put = (path: string, data: object) => service.request('tenant', 'PUT', path, data);
  const created = async (data: object, as = 'admin') =>
    (await service.create('/roles', { admin_group: '/groups/1', ...data }, as)).role_resource;

  it('returns the record as in the API', async () => {
    const { status, body } = await create('admin', {
      name: ' Group editors ',
      description: 'Edit groups',
      features: [group],
      admin_group: '/groups/1',
      group_resources: ['/groups/2', '/groups/1', '/groups/2'],
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      name: 'Group editors',
      description: 'Edit groups',
      features: [group],
      role_resource: expect.stringMatching(/^\/roles\/\d+$/),
      users: [],
      admin_group: expect.objectContaining({ name: 'EMEA', group_resource: '/groups/1' }),
      group_resources: ['/groups/1', '/groups/2'],
    });
    const { role_resource: path } = body as { role_resource: string };
    expect((await service.get(path)).body).toEqual(body);
  });

  it('rejects a duplicate role name in a group with 409', async () => {
    await created({ name: 'Same' });
    expect(await create('admin', { name: 'Same', admin_group: '/groups/1' })).toMatchObject(
      refusedWith(409, 'name: another role in this group already has the name "Same"'),
    );
    expect((await create('admin', { name: 'Same', admin_group: '/groups/4' })).status).toBe(201);
  });

  it("rejects granting privileges the caller doesn't hold, and changing stronger roles", async () => {
    const palisade = { name: 'palisade', privilege: 'ro' };
    const grant = (features: object[], ...groups: string[]) =>
      create('tenant', { name: 'New', admin_group: '/groups/1', features, group_resources: groups });
    const sentence = 'requires privilege ro on feature palisade';
    expect(await grant([group, palisade], '/groups/1')).toMatchObject(
      refusedWith(403, `${sentence} for /groups/1`),
    );
    expect(await grant([palisade])).toMatchObject(refusedWith(403, sentence));
    expect((await grant([group], '/groups/0')).status).toBe(400);
    const acme = { admin_group: '/groups/2', group_resources: ['/groups/2'] };
    const path = await created({ name: 'Fine', features: [group], ...acme }, 'tenant');
    expect((await put(path, { features: [palisade] })).status).toBe(403);
    expect((await put(path, { group_resources: ['/groups/4'] })).status).toBe(400);
    const above = await created({ name: 'Above', features: [palisade], group_resources: ['/groups/0'] });
    expect((await put(above, { name: 'Mine' })).status).toBe(403);
    expect((await service.request('tenant', 'DELETE', above)).status).toBe(403);
  });

  it("updates the given fields, deletes, and returns the deleted role's users", async () => {
    const path = await created({ name: 'Passing', features: [group], group_resources: ['/groups/1'] });
    const { body } = await service.put(path, { description: 'Changed' });
    expect(body).toMatchObject({ name: 'Passing', description: 'Changed', features: [group] });
    expect((await service.put(path, { admin_group: '/groups/0' })).body).toEqual({
      detail: ["admin_group: isn't a known property"],
    });
    await service.put('/users/4', { role_resources: [path] });
    expect((await service.delete(path)).body).toMatchObject({ users: ['guest'] });
    expect((await service.get(path)).status).toBe(404);
    expect((await service.get('/users/4')).body).toMatchObject({ role_resources: [] });
  });

  it('lists the roles of one visible user', async () => {
    const held = (as: string, user: string) =>
      service.request(as, 'GET', `/roles?held_by=${user}&fields=role_resource`);
    const { body: tenant } = await service.get('/users/2');
    const { role_resources: paths } = tenant as { role_resources: string[] };
    expect(paths).toContain('/roles/2');
    const data = paths.map((path) => ({ role_resource: path }));
    for (const as of ['admin', 'tenant'])
      expect((await held(as, '/users/2')).body).toEqual({ rows: paths.length, start: 0, data });
    for (const user of ['/users/1', '/users/999'])
      expect(await held('tenant', user)).toMatchObject(
        refusedWith(400, `held_by: ${user} doesn't exist or isn't visible to you`),
      );
  });

  it("lists a group's own users and roles", async () => {
    const list = async (path: string) => (await service.request('tenant', 'GET', path)).body;
    const page = (...data: object[]) => ({ rows: data.length, start: 0, data });
    for (const query of ['', '&search=TENA'])
      expect(await list(`/groups/1/users?fields=login${query}`)).toEqual(page({ login: 'tenant' }));
    expect(await list('/groups/1/users?search=admin')).toEqual(page());
    expect(await list('/groups/2/roles?fields=name')).toEqual(page({ name: 'Fine' }));
  });

  it('checks each of several roles, in any order', async () => {
    const palisade = { name: 'palisade', privilege: 'ro' };
    const role = await created({ name: 'Wide', features: [palisade], group_resources: ['/groups/1'] });
    const user = { login: 'several', group_resource: '/groups/2' };
    const { user_resource: path } = await service.create('/users', user);
    for (const wanted of [
      ['/roles/2', role],
      [role, '/roles/2'],
    ]) {
      const refusal = refusedWith(403, 'requires privilege ro on feature palisade for /groups/1');
      expect(await put(path, { role_resources: wanted })).toMatchObject(refusal);
      const another = { ...user, login: 'several too', role_resources: wanted };
      expect(await service.request('tenant', 'POST', '/users', another)).toMatchObject(refusal);
    }
    // The service reads them by id.
    for (const other of ['/roles/1', role]) {
      await service.put(path, { role_resources: ['/roles/2', other] });
      expect((await put(path, { login: 'mine' })).status).toBe(403);
      expect((await service.request('tenant', 'DELETE', path)).status).toBe(403);
    }
  });
});
