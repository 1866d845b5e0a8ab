import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { databaseTemplate } from './database-template.ts';

/**
 * Runs once before all tests: tests on PGlite start from a copy of the template.
 * @returns runs after all tests: drops the databases that they created on the server
 */
export async function setup(): Promise<() => Promise<void>> {
  await databaseTemplate();
  const prefix = `test_${randomBytes(4).toString('hex')}_`;
  process.env['TEST_DATABASE_PREFIX'] = prefix;
  return async () => {
    const server = process.env['TEST_DATABASE_URL'];
    if (!server) return;
    const client = new Client({ connectionString: server });
    await client.connect();
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
    await client.end();
  };
}
