import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { anyTestStore } from '../../testing/databases.ts';
import { refusedWith } from '../../testing/service.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';

describe.each(anyTestStore())('groups on $name', ({ open }) => {
  const service = testServiceOn(open);
  const create = async (parent: number, name: string): Promise<number> => {
    const { group_resource: path } = await service.create(`/groups/${parent}/groups`, { name });
    return Number(path.split('/').at(-1));
  };

  it('returns exactly the API record', async () => {
    const { body } = await service.get('/groups/2');
    expect(body).toEqual({
      name: 'Acme',
      description: '',
      mode: 'NONE',
      customer_resource: expect.stringMatching(/^\/customers\/\d+$/),
      zones_resource: '/groups/2/zones',
      reports_resource: '/groups/2/report_statuses',
      customer_configurations_resource: '/groups/2/configurations',
      customer_devices_resource: '/groups/2/mapped_devices',
      customer_traffic_resource: '/groups/2/traffic',
      customer_logs_resource: '/groups/2/logs',
      group_resource: '/groups/2',
      group_configurations_resource: '/groups/2/configurations',
      group_traffic_resource: '/groups/2/traffic',
      group_logs_resource: '/groups/2/logs',
      members_resource: '/groups/2/members',
      roles_resource: '/groups/2/roles',
      users_resource: '/groups/2/users',
      templates_resource: '/groups/2/templates',
      subnets_resource: '/groups/2/subnets',
      mapped_devices_resource: '/groups/2/mapped_devices',
      pre_mapped_devices_resource: '/groups/2/pre_mapped_devices',
      sub_groups_resource: '/groups/2/groups',
      parent_resource: '/groups/1',
    });
  });

  it('lists by id, in pages, with the requested fields', async () => {
    const page = await service.get('/groups?start=1&limit=2&fields=name,parent_resource');
    expect(page.body).toMatchObject({
      start: 1,
      data: [
        { name: 'EMEA', parent_resource: '/groups/0' },
        { name: 'Acme', parent_resource: '/groups/1' },
      ],
    });
    expect(Object.keys((page.body as { data: object[] }).data[0] ?? {})).toEqual(['name', 'parent_resource']);
  });

  it('allows larger pages of records with a few properties', async () => {
    const path = '/groups?limit=10000&fields=name';
    const first = await service.get(path);
    expect(first.status).toBe(200);
    const { rows, data } = first.body as { rows: number; data: unknown[] };
    expect(data).toHaveLength(rows);
    const later = await service.get(`${path}&start=1`);
    expect(later.body).toEqual({ rows, data: data.slice(1), start: 1 });
    for (const fields of ['', '&fields=name,users_resource'])
      expect(await service.get(`/groups?limit=1001${fields}`)).toMatchObject(
        refusedWith(
          400,
          'limit: must be at most 1000 unless fields contains only name, description, mode, customer_resource, group_resource, parent_resource',
        ),
      );
    expect(await service.get('/groups?limit=10001&fields=name')).toMatchObject(
      refusedWith(400, 'limit: must be a whole number from 1 to 10000'),
    );
    expect((await service.get('/groups/0/groups?limit=1001&fields=name')).status).toBe(400);
  });

  it('ends larger pages early if descriptions are long', async () => {
    const { db } = service.database;
    await sql`insert into groups (name, description, parent_id)
      select 'Wordy ' || n, repeat('é', 2000), 4 from generate_series(1, 1100) n`.execute(db);
    try {
      const pageFrom = async (start: number, fields: string) => {
        const { body } = await service.get(`/groups?limit=10000&start=${start}&fields=${fields}`);
        return body as { rows: number; data: { name: string }[] };
      };
      const names = await pageFrom(0, 'name');
      expect(names.data).toHaveLength(names.rows);
      const first = await pageFrom(0, 'name,description');
      const second = await pageFrom(first.data.length, 'name,description');
      expect(first.rows).toBe(names.rows);
      // 1,000 times 4,000 bytes.
      const wordy = first.data.filter(({ name }) => name.startsWith('Wordy')).length;
      expect(wordy).toBeGreaterThan(990);
      expect(wordy).toBeLessThanOrEqual(1000);
      const found = [...first.data, ...second.data].map(({ name }) => name);
      expect(found).toEqual(names.data.map(({ name }) => name));
    } finally {
      await db.deleteFrom('groups').where('name', 'like', 'Wordy %').execute();
    }
  });

  it('lists direct subgroups by id in consecutive pages', async () => {
    const parent = await create(4, 'Shelf');
    // Not in alphabetical order; one has a subgroup, and the parent has a sibling.
    const names = ['Pear', 'Apple', 'Quince', 'Fig', 'Medlar'];
    const ids: number[] = [];
    for (const name of names) ids.push(await create(parent, name));
    await create(ids[1] ?? 0, 'Core');
    await create(4, 'Beside the shelf');
    const path = `/groups/${parent}/groups`;
    const whole = await service.get(path);
    const each = await Promise.all(ids.map(async (id) => (await service.get(`/groups/${id}`)).body));
    expect(whole).toMatchObject({ status: 200, body: { rows: 5, start: 0, data: each } });
    const page = async (query: string) => (await service.get(`${path}?fields=name&${query}`)).body;
    const named = (...some: string[]) => some.map((name) => ({ name }));
    expect(await page('limit=2')).toEqual({ rows: 5, start: 0, data: named('Pear', 'Apple') });
    expect(await page('start=2&limit=2')).toEqual({ rows: 5, start: 2, data: named('Quince', 'Fig') });
    expect(await page('start=5&limit=2')).toEqual({ rows: 5, start: 5, data: [] });
  });

  it('returns only the given groups and their ancestors', async () => {
    const withAncestors = async (paths: string, more = '') => {
      const { body } = await service.get(`/groups?lineage_of=${paths}${more}`);
      const { data, ...rest } = body as { data: { name: string }[] };
      return { names: data.map((group) => group.name), ...rest };
    };
    const names = ['Default', 'EMEA', 'Acme'];
    expect(await withAncestors('/groups/2')).toMatchObject({ names, rows: 3, start: 0 });
    const both = await withAncestors('/groups/4,/groups/2,/groups/999');
    expect(both.names.join(' ')).toBe('Default EMEA Acme Americas');
    expect(await withAncestors('/groups/3', '&start=1&limit=2')).toMatchObject({
      names: ['EMEA', 'Acme'],
      rows: 4,
    });
  });

  it("creates groups below the caller's own group and below a given group", async () => {
    const own = await service.request('tenant', 'POST', '/groups', { name: '  Trimmed  ', description: 'x' });
    expect(own.status).toBe(201);
    expect(own.body).toMatchObject({
      name: 'Trimmed',
      description: 'x',
      parent_resource: '/groups/1',
      mode: 'NONE',
    });
    const below = await service.post('/groups/4/groups', { name: 'Süden 南 🌍' });
    expect(below.body).toMatchObject({ name: 'Süden 南 🌍', parent_resource: '/groups/4' });
  });

  it('rejects a duplicate sibling name with 409', async () => {
    expect(await service.post('/groups', { name: 'EMEA' })).toMatchObject(
      refusedWith(409, 'name: another group with the same parent already has the name "EMEA"'),
    );
    expect((await service.post('/groups/1/groups', { name: 'EMEA' })).status).toBe(201);
    const reversing = { name: 'a\u2069b\u202Egpj.exe' };
    await service.post('/groups', reversing);
    expect((await service.post('/groups', reversing)).body).toEqual({
      detail: ['name: another group with the same parent already has the name \u2068"ab\u202Egpj.exe"\u2069'],
    });
  });

  it('protects the Default group', async () => {
    expect(await service.delete('/groups/0')).toMatchObject(
      refusedWith(400, "the Default group can't be deleted"),
    );
    const renamed = await service.put('/groups/0', { name: 'Other' });
    expect(renamed.body).toEqual({ detail: ["name: the Default group can't be renamed"] });
    expect((await service.put('/groups/0', { description: 'The root' })).status).toBe(200);
  });

  it('deletes a leaf immediately and a subtree with a job', async () => {
    const leaf = await create(4, 'Leaf');
    expect(await service.delete(`/groups/${leaf}`)).toMatchObject({ status: 200, body: {} });
    const top = await create(4, 'Top');
    for (let index = 0; index < 30; index += 1) await create(top, `Child ${index}`);
    const accepted = await service.delete(`/groups/${top}`);
    expect(accepted.status).toBe(202);
    const { delayed_job_status_resource: path } = accepted.body as { delayed_job_status_resource: string };
    expect(accepted.headers['location']).toBe(path);
    expect(await service.finished('admin', path)).toEqual({
      delayed_job_status_resource: path,
      message: 'Deleted 31 groups',
      finished: true,
      failed: false,
      user: 'admin',
    });
    expect((await service.get(`/groups/${top}`)).status).toBe(404);
    expect((await service.delete(path)).body).toEqual({});
    expect((await service.get(path)).status).toBe(404);
  });

  it('rejects jobs of a user with too many unfinished ones with 429', async () => {
    const { db } = service.database;
    const lease = { lease_owner: 'busy', lease_until: new Date(service.clock.now.getTime() + 120_000) };
    const job = { kind: 'write', payload: '{}', message: 'Waiting', user_id: 1, ...lease };
    const jobs = Array.from({ length: limits.unfinishedJobs }, () => job);
    await db.insertInto('jobs').values(jobs).execute();
    const ask = (login: string) => {
      const path = login === 'tenant' ? '/groups/2' : '/groups/4';
      return service.request(login, 'PUT', path, { description: 'Later' }, { prefer: 'respond-async' });
    };
    expect(await ask('admin')).toMatchObject({
      ...refusedWith(429, 'you have 500 unfinished jobs: wait until some have finished'),
      headers: { 'retry-after': '10' },
    });
    expect((await ask('tenant')).status).toBe(202);
    await db.deleteFrom('jobs').where('lease_owner', '=', 'busy').execute();
    const accepted = await ask('admin');
    expect(accepted.status).toBe(202);
    await service.finished('admin', String(accepted.headers['location']));
  });
});
