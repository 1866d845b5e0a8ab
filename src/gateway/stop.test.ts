import { afterAll, describe, expect, it } from 'vitest';
import { createAdministrator } from '../service/domain/access/first-administrator.ts';
import { openDatabase } from '../service/store/database/database.ts';
import { unitOfWork } from '../service/store/tables/stores.ts';
import { signInAt, testGateway } from '../testing/gateway.ts';
import { startCluster } from '../tooling/postgres-cluster.ts';
import { recording } from '../testing/service.ts';
import { stopAll } from './start.ts';
import { systemClock } from '../service/system-clock.ts';

const cluster = await startCluster();

describe.skipIf('missing' in cluster)('the end of the process', () => {
  if ('missing' in cluster) return;
  afterAll(() => cluster.stop());

  it("doesn't wait for a frozen database, and responds to current requests", async () => {
    const limits = { request: 600_000, background: 600_000 };
    const database = await openDatabase({ databaseUrl: cluster.url, limits });
    const password = await createAdministrator(unitOfWork(database.background, systemClock, recording));
    const app = await testGateway({}, { database });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const { response: signedIn, cookie } = await signInAt(app, 'admin', password);
    expect(signedIn.statusCode).toBe(201);
    cluster.freeze();
    try {
      const underWay = fetch(`${url}/api/authentication`, { headers: { cookie } });
      expect((await fetch(`${url}/-/ready`)).status).toBe(503);
      expect((await fetch(`${url}/-/health`)).status).toBe(200);
      await stopAll({ app, others: [], database });
      const response = await underWay;
      expect(response.status).toBe(503);
      expect(await response.json()).toEqual({
        detail: ['the service is shutting down: try again in a moment'],
      });
    } finally {
      cluster.resume();
    }
  });
});
