import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testStores } from '../../../testing/databases.ts';
import { loadData, recording } from '../../../testing/service.ts';
import { unitOfWork } from '../tables/stores.ts';
import type { Database } from './database.ts';
import { harmless } from './migrations/0014-access-changes.ts';
import type { Tables } from './schema.ts';

const provider = `insert into oidc_ops (id, name, issuer, client_id, client_secret, authorization_endpoint, token_endpoint,
  userinfo_endpoint, jwks_uri, scope, username_path, logout_method, post_logout_redirect_uri, metadata_url, created_at,
  updated_at) values (7, '', '', '', '', '', '', '', '', '', '', 'none', '', '', now(), now())`;

/** In this order. The users are admin (1) to guest (4), with the roles 1 to 3. */
const changing = [
  'insert into user_roles values (4, 3)',
  'update user_roles set role_id = 2 where user_id = 4',
  'delete from user_roles where user_id = 4',
  `insert into role_features values (3, 'device', 'ro')`,
  `update role_features set privilege = 'rw' where feature = 'device'`,
  `delete from role_features where feature = 'device'`,
  'insert into role_groups values (3, 1)',
  'update role_groups set group_id = 2 where role_id = 3 and group_id = 1',
  'delete from role_groups where group_id = 2',
  'insert into role_groups values (3, 3)',
  // Cascades to `role_groups`.
  'delete from groups where id = 3',
  `delete from sessions where id_hash = 'one'`,
  'delete from api_keys',
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
  `insert into users (login, group_id) values ('new', 0)`,
  `update users set last_sign_in_at = now(), last_sign_in_via = 'x' where id = 1`,
  `insert into roles (name, admin_group_id) values ('New', 0)`,
  `insert into sessions (id_hash, user_id) values ('one', 1)`,
  `insert into sessions (id_hash, user_id, oidc_op_id) values ('two', 1, 7)`,
  `update sessions set last_used_at = now()`,
  `insert into api_keys (user_id, name, key_hash) values (1, '', 'one')`,
  `update api_keys set last_used_at = now()`,
];

/** The columns of the tables that decide access, besides the harmless ones: an update of any changes the generation. */
const deciding: Record<string, string> = {
  users: 'id login login_skeleton display_name group_id password_hash created_at search_text',
  user_roles: 'user_id role_id',
  roles: 'id name description admin_group_id search_text',
  role_features: 'role_id feature privilege',
  role_groups: 'role_id group_id',
  groups: 'id name description mode customer_id parent_id deleting',
  sessions: 'id_hash user_id created_at oidc_op_id',
  api_keys: 'id user_id name key_hash created_at',
  oidc_ops: `id name issuer client_id client_secret authorization_endpoint token_endpoint userinfo_endpoint jwks_uri scope
    username_path logout_method post_logout_redirect_uri metadata_url announces_iss created_at updated_at`,
};
const columns = Object.entries(deciding).flatMap(([table, names]) => [
  ...names.split(/\s+/).map((column) => ({ table, column, moves: true })),
  ...(harmless[table] ?? []).map((column) => ({ table, column, moves: false })),
]);

/** Another value for a column of each type. */
const others: Record<string, string> = {
  integer: 'coalesce(@, 0) + 1000',
  text: `coalesce(@, '') || 'x'`,
  boolean: 'not @',
  'timestamp with time zone': `coalesce(@, now()) - interval '1 day'`,
};

describe.each(testStores())('the access generation on $name', ({ open }) => {
  let database: Database;
  let db: Kysely<Tables>;
  beforeAll(async () => {
    database = await open();
    ({ db } = database);
    await loadData(db);
  });
  afterAll(() => database.close());

  async function generation(): Promise<string> {
    const value = await generationIn(db);
    expect(database.accessGeneration()).toBe(database.kind === 'pglite' ? value : undefined);
    return value;
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
    const { rows } = await sql`select backend from access_generations where backend <= 0`.execute(db);
    expect(rows).toEqual([{ backend: 0 }]);
  });

  it('changes for a transaction when it is committed', async () => {
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
    expect(await generation()).not.toBe(before);
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

  it('has every column of these tables listed as changing or keeping it', async () => {
    const { rows } =
      await sql`select table_name as table, column_name as column from information_schema.columns
      where table_schema = current_schema() and table_name = any(${Object.keys(deciding)})`.execute(db);
    const listed = columns.map(({ table, column }) => ({ table, column }));
    expect(new Set(rows)).toEqual(new Set(listed));
  });

  it.each(columns)('changes with $table.$column: $moves', async ({ table, column, moves }) => {
    const updating = db.transaction().execute(async (transaction) => {
      const run = (text: string) => sql.raw(text).execute(transaction);
      // Without them, any value will do.
      const { rows } = await sql<{ text: string }>`
        select format('alter table %s drop constraint %I', conrelid::regclass, conname) as text
        from pg_constraint where contype in ('f', 'c') and connamespace = current_schema()::regnamespace`.execute(
        transaction,
      );
      for (const { text } of rows) await run(text);
      const { rows: types } = await sql<{
        type: string;
      }>`select data_type as type from information_schema.columns
        where table_schema = current_schema() and table_name = ${table} and column_name = ${column}`.execute(
        transaction,
      );
      const value = others[types[0]?.type ?? '']?.replace('@', column);
      const before = await generationIn(transaction);
      await run(`update ${table} set ${column} = ${value} where ctid = (select max(ctid) from ${table})`);
      const after = await generationIn(transaction);
      throw new Unchanged(before === after);
    });
    await expect(updating).rejects.toEqual(new Unchanged(!moves));
  });

  it('never returns to a value, not even from one that a backup set back', async () => {
    const values = new Set<string>();
    for (let count = 0; count < 5; count += 1) {
      await sql`update access_generations set generation = 1`.execute(db);
      await sql`update roles set description = description || 'x'`.execute(db);
      values.add(await generation());
    }
    expect(values.size).toBe(5);
  });

  it.each(changing)('changes: %s', async (statement) => {
    const before = await generation();
    await sql.raw(statement).execute(db);
    expect(await generation()).not.toBe(before);
  });
});

/** Ends a transaction. */
class Unchanged extends Error {
  constructor(isSame: boolean) {
    super(isSame ? 'the generation is the same' : 'the generation has changed');
  }
}

async function generationIn(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    select bit_xor(generation)::text as value from access_generations`.execute(db);
  return rows[0]?.value ?? '';
}
