import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { openDatabase, type Database } from '../service/store/database/database.ts';

/** A kind of store to run tests on. */
interface TestStore {
  name: string;
  /** Opens a separate database that has the schema and no data. */
  open(): Promise<Database>;
}

/** The databases to test on: PGlite, and PostgreSQL if `TEST_DATABASE_URL` names a server. */
export function testStores(): TestStore[] {
  const stores: TestStore[] = [{ name: 'PGlite', open: () => openDatabase({ memory: true }) }];
  const server = process.env['TEST_DATABASE_URL'];
  if (server) stores.push({ name: 'PostgreSQL', open: () => openScratchDatabase(server) });
  return stores;
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
