import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { openTestDatabase } from '../../testing/databases.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';

describe('a service without extensions', () => {
  const service = testServiceOn(openTestDatabase, { extensions: false });

  const extensions = Object.values(endpoints).filter((each: Endpoint) => each.extension);
  it.each(extensions.map((each) => [each.method, each.path] as const))(
    'has no %s %s',
    async (method, path) => {
      const url = path.replace(':id', '1').replace(':key_id', '1').replace(':sid', '1');
      const data = method === 'POST' || method === 'PUT' ? {} : undefined;
      const documented = Object.values(endpoints).some(
        (each: Endpoint) => each.path === path && !each.extension,
      );
      expect((await service.request('admin', method, url, data)).status).toBe(documented ? 405 : 404);
    },
  );

  it('returns complete lists, regardless of the query', async () => {
    const { body } = await service.get('/groups?start=2&limit=1&fields=name&colour=red');
    const { data, ...rest } = body as { data: object[] };
    expect(rest).toEqual({ rows: 5, start: 0 });
    expect(data).toHaveLength(5);
    expect(Object.keys(data[0] ?? {})).toHaveLength(23);
  });

  it('returns the authentication result without extensions', async () => {
    const { body } = await service.get('/authentication');
    expect(Object.keys(body as object).toSorted()).toEqual(['group', 'login', 'roles', 'user']);
  });

  it('ignores Prefer: respond-async', async () => {
    const values = { name: 'Immediate', description: '' };
    const response = await service.post('/groups', values, { prefer: 'respond-async' });
    expect(response.status).toBe(201);
  });
});
