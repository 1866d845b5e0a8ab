import { describe, expect, it } from 'vitest';
import { anyTestStore } from '../../testing/databases.ts';
import { refusedWith } from '../../testing/service.ts';
import { newOp } from '../../testing/oidc-op.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';

describe.each(anyTestStore())('names and logins on $name', ({ open }) => {
  const service = testServiceOn(open);
  const create = async (login: string) =>
    (await service.create('/users', { login, group_resource: '/groups/2' })).user_resource;
  const logins = async (query: string) => {
    const { body } = await service.get(`/users?${query}`);
    return (body as { data: { login: string }[] }).data.map((user) => user.login);
  };

  it('rejects a login that looks like another one', async () => {
    const path = await create('Zoe');
    const refusal = refusedWith(409, 'login: looks like another login');
    const alike = ['zoe', 'zo\u200be', '\u202eZoe\u202c', 'Z\u043ee', '\uff3a\uff4f\uff45', 'Zoe\u00ad'];
    const other = await create('another-one');
    for (const login of alike) {
      const data = { login, group_resource: '/groups/2' };
      expect(await service.post('/users', data)).toMatchObject(refusal);
      expect(await service.put(other, { login })).toMatchObject(refusal);
    }
    // A caller who can't see that user learns nothing about them.
    const hidden = { login: '\u0430dmin', group_resource: '/groups/2' };
    expect(await service.request('tenant', 'POST', '/users', hidden)).toMatchObject(refusal);
    // Its own user may change how it's written, and their role.
    expect((await service.put(path, { login: 'zoe' })).status).toBe(200);
    expect((await service.put(path, { login: 'zoe', display_name: 'Zo\u00eb' })).status).toBe(200);
    expect(await logins('login=zoe')).toEqual(['zoe']);
  });

  it('keeps logins that looked alike before', async () => {
    const path = await create('elder');
    const rival = await create('younger');
    await service.database.db
      .updateTable('users')
      .set({ login: 'Elder', login_skeleton: 'elder' })
      .where('login', '=', 'younger')
      .execute();
    for (const user of [path, rival]) {
      expect((await service.put(user, { display_name: 'Changed' })).status).toBe(200);
      const { login } = (await service.get(user)).body as { login: string };
      expect((await service.put(user, { login })).status).toBe(200);
    }
    expect(await logins('search=elder')).toEqual(['elder', 'Elder']);
  });

  it('requires a visible character in every name', async () => {
    const { resource } = await service.create('/oidc_ops', newOp);
    const requests = [
      ['POST', '/groups', 'name', {}],
      ['PUT', '/groups/2', 'name', {}],
      ['POST', '/users', 'login', { group_resource: '/groups/2' }],
      ['POST', '/users', 'display_name', { login: 'seen', group_resource: '/groups/2' }],
      ['POST', '/users/1/api_keys', 'name', {}],
      ['POST', '/roles', 'name', { admin_group: '/groups/0' }],
      ['PUT', resource, 'name', {}],
    ] as const;
    for (const [method, path, field, data] of requests) {
      for (const name of ['\u200b', '\u3164', '\u2066\u2069', '\u00ad \u2800']) {
        const response = await service.request('admin', method, path, { ...data, [field]: name });
        const refusal = refusedWith(400, `${field}: must contain a visible character`);
        expect(response, `${method} ${path} ${field}`).toMatchObject(refusal);
      }
    }
    expect((await service.put('/groups/2', { name: '\u200bé' })).status).toBe(200);
  });
});
