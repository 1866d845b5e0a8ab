import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testStores } from '../../../testing/databases.ts';
import { loadData, recording } from '../../../testing/service.ts';
import { unitOfWork } from '../tables/stores.ts';
import type { Database } from './database.ts';
import type { Tables } from './schema.ts';

const provider = `insert into oidc_ops (id, name, issuer, client_id, client_secret, authorization_endpoint, token_endpoint,
  userinfo_endpoint, jwks_uri, scope, username_path, logout_method, post_logout_redirect_uri, metadata_url, created_at,
  updated_at) values (7, '', '', '', '', '', '', '', '', '', '', 'none', '', '', now(), now())`;

/** In this order. The users are admin (1) to guest (4), with the roles 1 to 3. */
const changing = [
  'update users set login = login where id = 4',
  'update users set group_id = 1 where id = 4',
  'insert into user_roles values (4, 3)',
  'update user_roles set role_id = 2 where user_id = 4',
  'delete from user_roles where user_id = 4',
  `update roles set name = 'Renamed' where id = 3`,
  'update roles set admin_group_id = 1 where id = 3',
  `insert into role_features values (3, 'device', 'ro')`,
  `update role_features set privilege = 'rw' where feature = 'device'`,
  `delete from role_features where feature = 'device'`,
  'insert into role_groups values (3, 1)',
  'update role_groups set group_id = 2 where role_id = 3 and group_id = 1',
  'delete from role_groups where group_id = 2',
  'insert into role_groups values (3, 3)',
  // Cascades to `role_groups`.
  'delete from groups where id = 3',
  `update groups set name = 'Renamed' where id = 4`,
  `update sessions set created_at = now() where id_hash = 'one'`,
  `delete from sessions where id_hash = 'one'`,
  'update api_keys set user_id = 2 where user_id = 1',
  'delete from api_keys',
  `update oidc_ops set logout_method = 'local'`,
  // Cascades to `sessions`.
  'delete from oidc_ops',
  'delete from roles where id = 3',
  'delete from users where id = 4',
  'truncate user_roles',
  'truncate sessions',
  'truncate groups, users, roles, role_features, role_groups, user_roles, sessions, api_keys, jobs, job_parts, sign_in_tests, last_sign_in_tests',
];

const other = [
  provider,
  `insert into groups (name, description, parent_id) values ('New', '', 0)`,
  'update groups set deleting = true where id = 4',
  `insert into users (login, group_id) values ('new', 0)`,
  `update users set last_sign_in_at = now(), password_hash = 'x' where id = 1`,
  `insert into roles (name, admin_group_id) values ('New', 0)`,
  `insert into sessions (id_hash, user_id) values ('one', 1)`,
  `insert into sessions (id_hash, user_id, oidc_op_id) values ('two', 1, 7)`,
  `update sessions set last_used_at = now()`,
  `insert into api_keys (user_id, name, key_hash) values (1, '', 'one')`,
  `update api_keys set last_used_at = now()`,
  `update oidc_ops set client_id = 'x'`,
];

describe.each(testStores())('the access generation on $name', ({ open }) => {
  let database: Database;
  let db: Kysely<Tables>;
  beforeAll(async () => {
    database = await open();
    ({ db } = database);
    await loadData(db);
  });
  afterAll(() => database.close());

  async function generation(): Promise<number> {
    const { rows } = await sql<{ sum: number }>`
      select sum(generation)::float8 as sum from access_generations`.execute(db);
    const sum = rows[0]?.sum ?? 0;
    expect(database.accessGeneration()).toBe(database.kind === 'pglite' ? sum : undefined);
    return sum;
  }

  it.each(other)('stays the same: %s', async (statement) => {
    const before = await generation();
    await sql.raw(statement).execute(db);
    expect(await generation()).toBe(before);
  });

  it('stays the same when the rows of connections that have ended are merged', async () => {
    await sql`insert into access_generations values (-1, 5), (-2, 7)`.execute(db);
    // Any write makes PGlite's worker read it.
    await sql`update users set last_sign_in_via = ''`.execute(db);
    const before = await generation();
    for (let count = 0; count < 2; count += 1) {
      await unitOfWork(db, () => new Date(), recording).stores.credentials.mergeGenerations();
      expect(await generation()).toBe(before);
    }
    const { rows } = await sql`select generation::int from access_generations where backend <= 0`.execute(db);
    expect(rows).toEqual([{ generation: 12 }]);
  });

  it('increases once for a transaction, when it is committed', async () => {
    const before = await generation();
    await db.transaction().execute(async (transaction) => {
      for (const login of ['one', 'two', 'three'])
        await transaction
          .updateTable('users')
          .set({ login })
          .where('login', '<>', login)
          .where('id', '=', 1)
          .execute();
      expect(database.accessGeneration()).toBe(database.kind === 'pglite' ? before : undefined);
    });
    expect(await generation()).toBe(before + 1);
  });

  it('stays the same when a transaction is rolled back', async () => {
    const before = await generation();
    const failing = db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('user_roles').execute();
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await generation()).toBe(before);
  });

  it.each(changing)('increases: %s', async (statement) => {
    const before = await generation();
    await sql.raw(statement).execute(db);
    expect(await generation()).toBe(before + 1);
  });
});
