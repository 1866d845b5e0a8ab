import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoDataSet } from '../../demo/data/data-set.ts';
import { createOutbound } from '../../service/outbound/outbound.ts';
import type { Database } from '../../service/store/database/database.ts';
import { openTestDatabase } from '../../testing/databases.ts';
import { recording, testSecretKey } from '../../testing/service.ts';
import { temporaryFolder } from '../../tooling/temporary-folder.ts';
import { readConfig } from '../config.ts';
import { prepareDemo } from './demo.ts';
import { historyRequestId } from './history.ts';

const minute = 60_000;
let database: Database;
const filling: boolean[] = [];
let close: () => Promise<void>;

beforeAll(async () => {
  database = await openTestDatabase();
  const outbound = createOutbound();
  const config = readConfig({ DATA_DIR: temporaryFolder('history'), DEMO_PROVIDER_PORT: '0' }, true);
  const demo = prepareDemo(config, { database, secretKey: testSecretKey }, outbound, recording);
  await demo.load();
  filling.push(demo.isFilling());
  const provider = await demo.startProvider('http://localhost');
  filling.push(demo.isFilling());
  close = async () => {
    await provider.close();
    await outbound.close();
    await database.close();
  };
});
afterAll(() => close());

const signIns = () => database.db.selectFrom('sign_in_events').selectAll().orderBy('id').execute();
const changes = () => database.db.selectFrom('changes').selectAll().orderBy('id').execute();

it('is being prepared until all users exist', () => expect(filling).toEqual([true, false]));

it('leads to the data of the demo', async () => {
  const data = demoDataSet();
  const groups = await database.db
    .selectFrom('groups')
    .selectAll()
    .where('id', '>', 0)
    .orderBy('id')
    .execute();
  const expected = data.groups.map(({ name, description, parent }, index) => ({
    id: index + 1,
    name,
    description,
    parent_id: parent === null ? 0 : parent + 1,
  }));
  expect(
    groups.map(({ id, name, description, parent_id }) => ({ id, name, description, parent_id })),
  ).toEqual(expected);
  const roles = await database.db.selectFrom('roles').select(['name', 'description']).orderBy('id').execute();
  expect(roles).toEqual(data.roles.map(({ name, description }) => ({ name, description })));
  const users = await database.db
    .selectFrom('users')
    .select(['login', 'display_name'])
    .orderBy('id')
    .execute();
  expect(users).toEqual(data.users.map(({ login, displayName }) => ({ login, display_name: displayName })));
});

it('marks what it recorded, in the order of its times', async () => {
  for (const entries of [await signIns(), await changes()]) {
    const times = entries.map(({ at }) => Number(at));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times.at(-1)).toBeLessThan(Date.now());
    expect(Date.now() - Number(times[0])).toBeGreaterThan(12 * 24 * 60 * minute);
  }
  const ids = [...(await signIns()), ...(await changes())].map(({ request_id: id }) => id);
  // The providers are registered by the service itself.
  expect(new Set(ids)).toEqual(new Set([historyRequestId, '']));
});

it('breaks the partner provider within the last hour', async () => {
  const recent = (await signIns()).filter(
    ({ at, oidc_op_name: name }) => name === 'Partner login' && Date.now() - Number(at) < 60 * minute,
  );
  const wrong = 'wrong_issuer';
  expect(recent.map(({ code }) => code)).toEqual([
    null,
    'unknown_user',
    'unknown_user',
    wrong,
    wrong,
    wrong,
    wrong,
    wrong,
  ]);
  expect(recent.at(-1)?.steps).toMatchObject([
    {
      verdict: 'failed',
      expected: expect.stringMatching(/\/v2$/),
      repair: expect.stringContaining('issuer'),
    },
  ]);
});
