import { describe, expect, it } from 'vitest';
import type { DataSet } from '../../demo/data/load.ts';
import { anyTestStore } from '../../testing/databases.ts';
import { password, sampleData } from '../../testing/service.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';

/** `branch` belongs to Berlin and may change groups from Acme downwards; `reader` may only read there. */
const data: DataSet = {
  ...sampleData,
  roles: [
    ...sampleData.roles,
    { name: 'Branch', description: '', group: 1, features: { group: 'rw' } },
    { name: 'Branch readers', description: '', group: 1, features: { group: 'ro' } },
  ],
  users: [
    ...sampleData.users,
    { login: 'branch', displayName: '', password, group: 2, roles: [3] },
    { login: 'reader', displayName: '', password, group: 3, roles: [4] },
    { login: 'both', displayName: '', password, group: null, roles: [2, 3] },
  ],
};

describe.each(anyTestStore())('privileges on groups on $name', ({ open }) => {
  const service = testServiceOn(open, { data });

  const forbidden = (privilege: string, where = '') => ({
    status: 403,
    body: { detail: [`requires privilege ${privilege} on feature group${where}`] },
  });
  const visibleTo = async (as: string) => {
    const { body } = await service.request(as, 'GET', '/groups?fields=group_resource,name&limit=1000');
    return body as { rows: number; data: { name: string; group_resource: string }[] };
  };

  it('applies a role to its groups and their descendants only', async () => {
    const status = async (method: string, path: string, sent?: object) =>
      (await service.request('branch', method, path, sent)).status;
    expect(await status('GET', '/groups/2')).toBe(200);
    expect(await status('PUT', '/groups/2', { description: 'Changed' })).toBe(200);
    expect(await status('PUT', '/groups/3', { description: 'Changed' })).toBe(200);
    expect(await status('GET', '/groups/1')).toBe(404);
    expect(await status('POST', '/groups/1/groups', { name: 'Beside' })).toBe(404);
    const own = await service.request('branch', 'POST', '/groups', { name: 'Below my own' });
    expect(own).toMatchObject({ status: 201, body: { parent_resource: '/groups/3' } });
    const { data: seen, rows } = await visibleTo('branch');
    expect(seen.map((group) => group.name)).toEqual(['Acme', 'Berlin', 'Below my own']);
    expect(rows).toBe(3);
    expect(await status('DELETE', (own.body as { group_resource: string }).group_resource)).toBe(200);
  });

  it("shows users their own group and their roles' groups", async () => {
    const { data: seen } = await visibleTo('reader');
    expect(seen.map((group) => group.name)).toEqual(['Acme', 'Berlin', 'Americas']);
    expect((await service.request('reader', 'GET', '/groups/4')).status).toBe(200);
    expect(await service.request('reader', 'POST', '/groups', { name: 'Not to be' })).toMatchObject(
      forbidden('rw'),
    );
  });

  it('returns only visible ancestors of a group', async () => {
    const withAncestors = async (as: string) => {
      const { body } = await service.request(as, 'GET', '/groups?lineage_of=/groups/3,/groups/4&fields=name');
      return (body as { data: { name: string }[] }).data.map((group) => group.name);
    };
    expect(await withAncestors('branch')).toEqual(['Acme', 'Berlin']);
    expect(await withAncestors('reader')).toEqual(['Acme', 'Berlin', 'Americas']);
    expect(await withAncestors('both')).toEqual(['Default', 'EMEA', 'Acme', 'Berlin', 'Americas']);
  });
});
