import { describe, expect, it } from 'vitest';
import { anyTestStore } from '../../testing/databases.ts';
import { password, refusedWith, sampleData } from '../../testing/service.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';
import { newOp } from '../../testing/oidc-op.ts';
import type { DataSet } from '../../demo/data/load.ts';

/**
 * `branch` belongs to EMEA and can change only groups, from Acme downwards. Berlin, below Acme, administers the role
 * `Visible`; `chief` belongs to Acme and has more privileges than `tenant`.
 */
const data: DataSet = {
  groups: [
    ...sampleData.groups,
    { name: 'Paris', description: '', parent: 0 },
    { name: 'Lyon', description: '', parent: 0 },
  ],
  roles: [
    ...sampleData.roles,
    { name: 'Branch', description: '', group: 1, features: { group: 'rw' } },
    { name: 'Visible', description: '', group: 2, features: { group: 'ro' } },
    { name: 'Americans', description: '', group: 3, features: { group: 'ro' } },
    { name: 'Providers of EMEA', description: '', group: 0, features: { palisade: 'rw' } },
  ],
  users: [
    ...sampleData.users,
    { login: 'branch', displayName: '', password, group: 0, roles: [3] },
    { login: 'chief', displayName: '', password, group: 1, roles: [0] },
    { login: 'traveller', displayName: '', password, group: 1, roles: [5] },
    { login: 'providers', displayName: '', password, group: 0, roles: [6] },
    { login: 'colleague', displayName: '', password, group: 0, roles: [3] },
  ],
};

describe.each(anyTestStore())('what rejections and lists reveal on $name', ({ open }) => {
  const service = testServiceOn(open, { data });
  const below = async (as: string, query = '') => {
    const { body } = await service.request(as, 'GET', `/groups/1/groups${query}`);
    const { rows, start, data: found } = body as { rows: number; start: number; data: { name: string }[] };
    return { rows, start, names: found.map((group) => group.name) };
  };

  it('lists only visible direct subgroups', async () => {
    expect(await below('tenant')).toEqual({ rows: 3, start: 0, names: ['Acme', 'Paris', 'Lyon'] });
    expect(await below('branch')).toEqual({ rows: 1, start: 0, names: ['Acme'] });
    expect(await below('branch', '?start=1')).toEqual({ rows: 1, start: 1, names: [] });
  });

  it('lists only visible ancestors of a group', async () => {
    const lineage = '/groups?lineage_of=/groups/3,/groups/4&fields=name';
    const { body } = await service.request('branch', 'GET', lineage);
    expect(body).toMatchObject({ data: [{ name: 'EMEA' }, { name: 'Acme' }, { name: 'Berlin' }] });
  });

  it('names the role that prevents a deletion only to callers who may list it', async () => {
    for (const [who, role] of [
      ['branch', "a role that isn't visible to you"],
      ['tenant', 'the role Visible'],
    ] as const) {
      const sentence = `one of the groups is administered by ${role}`;
      const once = await service.request(who, 'DELETE', '/groups/3');
      expect(once).toMatchObject(refusedWith(409, sentence));
      const message = `Failed: ${sentence}`;
      expect(await service.inBackground(who, 'DELETE', '/groups/3')).toMatchObject({ failed: true, message });
    }
  });

  it("doesn't name invisible groups in missing privileges", async () => {
    expect(await service.request('tenant', 'PUT', '/users/7', { display_name: 'x' })).toMatchObject(
      refusedWith(403, "requires privilege ro on feature group for a group that isn't visible to you"),
    );
  });

  it("names only a role's listable users", async () => {
    const users = async (as: string) => {
      const { body } = await service.request(as, 'GET', '/authentication');
      return (body as { roles: { users: string[] }[] }).roles.map((role) => role.users);
    };
    expect(await users('branch')).toEqual([['branch']]);
    expect(await users('colleague')).toEqual([['colleague']]);
    const seen = await service.get('/roles/4');
    expect(seen.body).toMatchObject({ users: ['branch', 'colleague'] });
  });

  it('hides OIDC configurations from callers with the privilege on another group only', async () => {
    const created = await service.create('/oidc_ops', newOp);
    const path = created.resource;
    const missing = (privilege: string) =>
      refusedWith(403, `requires privilege ${privilege} on feature palisade for /groups/0`);
    const asks = (method: string, url: string, sent?: object) =>
      service.request('providers', method, url, sent);
    for (const url of ['/oidc_ops', path]) expect(await asks('GET', url)).toMatchObject(missing('ro'));
    expect(await asks('PUT', path, { name: 'Mine' })).toMatchObject(missing('rw'));
    expect(await asks('POST', '/oidc_ops', newOp)).toMatchObject(missing('rw'));
    expect(await asks('DELETE', path)).toMatchObject(missing('rw'));
    expect((await service.get(path)).body).toEqual(created);
  });
});
