/** Creates databases with groups in three tree shapes, for benchmarks. */
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { startCluster } from '../postgres-cluster.mjs';
import { temporaryFolder } from '../temporary-folder.mjs';
import { startGateway } from './gateway.mjs';

/** SQL for the parent of group `n`, counted from 1; 0 is the Default group. */
export const shapes = {
  /** Ten children per group. */
  balanced: () => '(n - 1) / 10',
  /** One group has half of all groups as children. */
  wide: (/** @type {number} */ size) =>
    `case when n = 1 then 0 when n <= ${size} / 2 then 1 else n - ${size} / 2 end`,
  /** A chain of 1,000, with the other groups as its children. */
  deep: () => 'case when n <= 1000 then n - 1 else 1 + n % 1000 end',
};

/** @typedef {keyof typeof shapes} Shape */

/** @type {string | undefined} */
let fresh;

/**
 * Starts a gateway with this many groups below the Default group.
 * @param {Shape} shape
 * @param {number} size
 * @param {object} [options]
 * @param {number} [options.users] on the embedded database, besides the administrator; see `userStatements`
 * @param {string} [options.databaseUrl] of a PostgreSQL server; the embedded database by default
 * @param {Record<string, string>} [options.environment]
 * @param {boolean} [options.yielding] see `startGateway`
 * @returns {Promise<{ url: string, pid: number, folder: string, stop: () => Promise<void> }>}
 */
export async function seededGateway(
  shape,
  size,
  { users, databaseUrl = '', environment = {}, yielding = false } = {},
) {
  const folder = databaseUrl ? '' : await seededFolder(shape, size, users);
  const settings = { ...environment, DATABASE_URL: databaseUrl };
  if (databaseUrl) {
    // Creates the tables.
    await (await startGateway('', settings)).stop();
    await seedPostgres(databaseUrl, shape, size);
  }
  const gateway = await startGateway(folder, settings, { yielding });
  const stop = async () => {
    await gateway.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  };
  return { ...gateway, folder, stop };
}

/**
 * Measures on the embedded database, and on PostgreSQL if it's installed.
 * @template Result
 * @param {(name: string, databaseUrl: string) => Promise<Result>} measure the URL is empty for the embedded database
 * @returns {Promise<Result[]>}
 */
export async function onBothDatabases(measure) {
  const results = [await measure('PGlite', '')];
  const cluster = await startCluster({ durable: true });
  if ('missing' in cluster) process.stdout.write(`PostgreSQL was skipped: ${cluster.missing}\n`);
  else {
    results.push(await measure('PostgreSQL', cluster.url));
    await cluster.stop();
  }
  return results;
}

/**
 * Creates a data folder; see `seededGateway`.
 * @param {Shape} shape
 * @param {number} size
 */
export async function seededFolder(shape, size, users = 0) {
  fresh ??= await freshFolder();
  const folder = temporaryFolder('bench');
  cpSync(fresh, folder, { recursive: true });
  const database = await PGlite.create(path.join(folder, 'database'));
  await database.exec(seedStatements(shape, size));
  if (users > 0) await database.exec(userStatements(size, users));
  await database.close();
  return folder;
}

/** @param {Shape} shape @param {number} size */
function seedStatements(shape, size) {
  return `
    set session_replication_role = replica;
    insert into groups (id, name, description, parent_id)
      select n, 'Group ' || n, 'Site ' || n, ${shapes[shape](size)} from generate_series(1, ${size}) n;
    select setval(pg_get_serial_sequence('groups', 'id'), ${size});
    analyze groups;`;
}

/** The number of users per role. */
const usersPerRole = 50;

/**
 * Half of the users belong to group 1, the others to different groups. Every user has the first role and one other role.
 * @param {number} groups
 * @param {number} users
 */
function userStatements(groups, users) {
  const roles = Math.ceil(users / usersPerRole);
  return `
    create temporary table people as select n, 'user.' || n || '@example.com' as login,
      (array['Ada', 'Bo', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus'])[1 + n % 7] || ' '
        || (array['Novak', 'Okafor', 'Park', 'Quist', 'Rossi'])[1 + n % 5] as name
      from generate_series(1, ${users}) n;
    insert into roles (id, name, description, admin_group_id, search_text)
      select 1 + n, 'Role ' || n, 'Of some users', 0, 'role ' || n from generate_series(1, ${roles}) n;
    insert into role_features select id, 'group', 'ro' from roles where id > 1;
    insert into role_groups select id, id from roles where id > 1;
    insert into users (id, login, display_name, group_id, search_text)
      select 1 + n, login, name, case when n % 2 = 0 then 1 else 1 + n % ${groups} end, lower(login || E'\\n' || name)
      from people;
    insert into user_roles select 1 + n, 2 from people
      union select 1 + n, 2 + n % ${roles} from people;
    select setval(pg_get_serial_sequence('roles', 'id'), ${roles} + 1);
    select setval(pg_get_serial_sequence('users', 'id'), ${users} + 1);
    analyze;`;
}

/** @param {string} url of a database with tables @param {Shape} shape @param {number} size */
async function seedPostgres(url, shape, size) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(seedStatements(shape, size));
  await client.end();
}

async function freshFolder() {
  const folder = temporaryFolder('bench');
  const gateway = await startGateway(folder);
  await gateway.stop();
  return folder;
}
