import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyTestStore } from '../../testing/databases.ts';
import { refusedWith, startTestService, type TestService } from '../../testing/service.ts';
import type { Database } from '../store/database/database.ts';

describe.each(anyTestStore())('emulated versions on $name', ({ open }) => {
  let database: Database;
  let key: string;
  beforeAll(async () => {
    database = await open();
    const service = await startTestService(database);
    ({ key } = await service.create('/users/1/api_keys', { name: 'script' }));
    await service.close();
  });
  afterAll(() => database.close());

  async function withVersion(version: string, work: (service: TestService) => Promise<void>) {
    const service = await startTestService(database, { version });
    await work(service).finally(() => service.close());
  }

  it.each([
    ['9.1', 401, undefined],
    ['9.2', 200, 'token'],
    ['9.10', 200, 'token'],
  ])(
    'version %s responds to an API key with %i, and without with the challenge %s',
    async (version, status, scheme) => {
      await withVersion(version, async (service) => {
        const headers = { authorization: `token ${key}` };
        const byKey = await service.raw({ method: 'GET', url: '/authentication', headers });
        expect(byKey.status).toBe(status);
        const without = await service.visit('/authentication');
        expect([without.status, without.headers['www-authenticate']]).toEqual([401, scheme]);
      });
    },
  );

  it('version 9.5 responds with 404 to what came with 9.6, and serves everything else', async () => {
    await withVersion('9.5', async (service) => {
      for (const url of ['/oidc_ops', '/oidc_ops/1', '/oidc_logins', '/oidc_logins/1'])
        for (const as of ['admin', undefined])
          expect(await service.request(as, 'GET', url)).toMatchObject(
            refusedWith(404, `${url} isn't a known path`),
          );
      expect((await service.post('/oidc_ops')).status).toBe(404);
      const { group_resource: path } = await service.create('/groups', { name: 'Made at 9.5' });
      expect((await service.put(path, { name: 'Renamed' })).status).toBe(200);
      expect((await service.delete(path)).status).toBe(200);
    });
  });
});
