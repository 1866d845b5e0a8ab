import { randomBytes } from 'node:crypto';
import { sql, type PostgresPool } from 'kysely';
import { Client } from 'pg';
import { openDatabase, type Database } from '../service/store/database/database.ts';
import { migrate } from '../service/store/database/migrate.ts';
import { stepLimit } from '../tooling/time-limits.ts';
import type { StatementLimits } from '../service/store/database/postgres.ts';

/** A kind of store to run tests on. */
interface TestStore {
  name: string;
  /** Opens a separate database that has the schema and no data. */
  open(): Promise<Database>;
}

/** The databases to test on what depends on them: PGlite, and PostgreSQL if `TEST_DATABASE_URL` names a server. */
export function testStores(): TestStore[] {
  const stores: TestStore[] = [{ name: 'PGlite', open: openTestDatabase }];
  if (process.env['TEST_DATABASE_URL']) stores.push({ name: 'PostgreSQL', open: openOnServer });
  return stores;
}

/** The database to test all other rules on: PGlite, and in `npm run test:nightly` PostgreSQL, too. */
export function anyTestStore(): TestStore[] {
  return process.env['TEST_BOTH_DATABASES'] ? testStores() : testStores().slice(0, 1);
}

/** Only what hangs exceeds them. */
export const limits: StatementLimits = {
  request: stepLimit,
  background: stepLimit,
  probe: stepLimit,
  lock: stepLimit,
  connect: stepLimit,
};

/** Opens a separate PGlite database in memory that has the schema and no data. */
export const openTestDatabase = reusing(() => openDatabase({ memory: true, limits }));

const openOnServer = reusing(async () => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  // The prefix identifies what to drop after the run: `src/tooling/vitest-setup.ts`.
  const name = `${process.env['TEST_DATABASE_PREFIX']}${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  return openDatabase({ databaseUrl: url.href, limits });
});

/** How many test services use each database. */
export const services = new WeakMap<Database, number>();

/**
 * Keeps closed databases for the next test file of this process: creating one takes most of a second. A service that's still
 * open would work on the next file's records, by another clock.
 */
function reusing(open: () => Promise<Database>): () => Promise<Database> {
  const idle: { database: Database; reset(): Promise<void> }[] = [];
  return async () => {
    const { database, reset } = idle.pop() ?? (await resettable(await open()));
    const lent: Database = {
      ...database,
      close: async () => {
        if (services.get(lent)) throw new Error('Close the test service before its database');
        await reset();
        idle.push({ database, reset });
      },
    };
    return lent;
  };
}

/** Adds a function that removes everything from a new database that was added since. */
async function resettable(database: Database): Promise<{ database: Database; reset(): Promise<void> }> {
  const { db } = database;
  const tables = await sql<{ name: string }>`select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public'`.execute(db);
  const names = tables.rows.map(({ name }) => sql.raw(name));
  const contents: { name: (typeof names)[number]; rows: string }[] = [];
  for (const name of names) {
    const { rows } = await sql<{ rows: string | null }>`select json_agg(each)::text as rows
      from ${name} each`.execute(db);
    if (rows[0]?.rows) contents.push({ name, rows: rows[0].rows });
  }
  let schema = await schemaVersion(db);
  const reset = async () => {
    if (schema !== (await schemaVersion(db))) {
      await sql`drop schema public cascade`.execute(db);
      await sql`create schema public`.execute(db);
      await migrate(db);
      schema = await schemaVersion(db);
      return;
    }
    await db.transaction().execute(async (transaction) => {
      await sql`truncate ${sql.join(names)} restart identity cascade`.execute(transaction);
      for (const { name, rows } of contents)
        await sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${rows}::json)`.execute(
          transaction,
        );
    });
  };
  return { database, reset };
}

/** Changes with every table, column, constraint, function and trigger of the schema. */
async function schemaVersion(db: Database['db']): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`
    select md5(string_agg(part, ' ' order by part)) as version from (
      select concat('column', attrelid, attname, xmin) from pg_attribute
        where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      union all select concat('constraint', oid, xmin) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select concat('function', oid, xmin) from pg_proc where pronamespace = 'public'::regnamespace
      union all select concat('trigger', oid, xmin) from pg_trigger
    ) parts (part)`.execute(db);
  return rows[0]?.version;
}

/** How many statements wait for locks in a database on PostgreSQL. */
export async function waitingForLocks({ db }: Database): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.waiting ?? 0;
}

/** Executes one statement on any connection of a pool. */
export async function queryOn(pool: PostgresPool, text: string, values: readonly unknown[] = []) {
  const client = await pool.connect();
  try {
    return await client.query<unknown>(text, values);
  } finally {
    client.release();
  }
}
