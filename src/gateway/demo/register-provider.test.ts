import { expect, it } from 'vitest';
import { demoOidcOp } from '../../demo/provider/demo-oidc-op.ts';
import { startDemoProvider } from '../../demo/provider/start.ts';
import { createOutbound } from '../../service/outbound/outbound.ts';
import { openTestDatabase } from '../../testing/databases.ts';
import { loadData, recording, testSecretKey } from '../../testing/service.ts';
import { temporaryFolder } from '../../tooling/temporary-folder.ts';
import { registerDemoProvider } from './demo.ts';

it("records its changes at a later start, and nothing if there aren't any", async () => {
  const database = await openTestDatabase();
  await loadData(database.db);
  const dataDir = temporaryFolder('demo-provider');
  const provider = await startDemoProvider({ port: 0, dataDir, redirectUris: ['http://localhost/callback'] });
  const outbound = createOutbound();
  outbound.trust(new URL(provider.issuer).host, provider.certificatePem);
  const op = demoOidcOp(provider);
  const register = (values: typeof op, firstStart = false) =>
    registerDemoProvider({ database, secretKey: testSecretKey }, outbound, recording, values, firstStart);
  const recorded = async () => {
    const changes = database.db.selectFrom('changes').select(['action', 'via', 'fields']).orderBy('id');
    return (await changes.execute()).slice(before);
  };
  const before = (await database.db.selectFrom('changes').select('id').execute()).length;
  await register(op, true);
  expect(await recorded()).toMatchObject([{ action: 'created', via: 'first start' }]);
  await register(op);
  expect(await recorded()).toHaveLength(1);
  await register({ ...op, client_secret: 'another secret' });
  await database.db.updateTable('oidc_ops').set({ userinfo_endpoint: 'https://moved.example' }).execute();
  await register({ ...op, client_secret: 'another secret' });
  const after = { name: 'userinfo_endpoint', before: 'https://moved.example', after: expect.any(String) };
  expect((await recorded()).slice(1)).toMatchObject([
    { action: 'updated', via: 'start', fields: [{ name: 'client_secret', replaced: true }] },
    { action: 'updated', via: 'start', fields: [after] },
  ]);
  await provider.close();
  await outbound.close();
  await database.close();
});
