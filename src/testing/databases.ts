import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { openDatabase, type Database } from '../service/store/database/database.ts';
import { migrate } from '../service/store/database/migrate.ts';

/** A kind of store to run tests on. */
interface TestStore {
  name: string;
  /** Opens a separate database that has the schema and no data. */
  open(): Promise<Database>;
}

/** The databases to test on: PGlite, and PostgreSQL if `TEST_DATABASE_URL` names a server. */
export function testStores(): TestStore[] {
  const stores: TestStore[] = [{ name: 'PGlite', open: openTestDatabase }];
  const server = process.env['TEST_DATABASE_URL'];
  if (server) stores.push({ name: 'PostgreSQL', open: () => openScratchDatabase(server) });
  return stores;
}

/** PGlite databases that no test is using. They're kept for the next file: opening one takes seconds of CPU time. */
const idle: Database[] = [];

/** Opens a separate PGlite database in memory that has the schema and no data. */
export async function openTestDatabase(): Promise<Database> {
  const database = idle.pop() ?? (await openDatabase({ memory: true }));
  return {
    ...database,
    close: async () => {
      // Also removes anything else that a test created, such as triggers.
      await sql`drop schema public cascade`.execute(database.db);
      await sql`create schema public`.execute(database.db);
      await migrate(database.db);
      idle.push(database);
    },
  };
}

async function openScratchDatabase(server: string): Promise<Database> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openDatabase({ databaseUrl: url.href });
  return {
    ...database,
    close: async () => {
      await database.close();
      await administer(server, `drop database ${name} with (force)`);
    },
  };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
