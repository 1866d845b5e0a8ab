/** Creates databases with groups in three tree shapes. */
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { startCluster } from '../postgres-cluster.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { signIn, startProduct } from './product.ts';

/** SQL for the parent of group `n`, counted from 1; 0 is the Default group. */
export const shapes = {
  /** Ten children per group. */
  balanced: () => '(n - 1) / 10',
  /** One group has half of all groups as children. */
  wide: (size: number) => `case when n = 1 then 0 when n <= ${size} / 2 then 1 else n - ${size} / 2 end`,
  /** A chain of 1,000, with the other groups as its children. */
  deep: () => 'case when n <= 1000 then n - 1 else 1 + n % 1000 end',
};

export type Shape = keyof typeof shapes;

interface Seed {
  shape?: Shape;
  groups: number;
  /** Besides the administrator. */
  users?: number;
}

/**
 * Creates records in an empty database: of a PostgreSQL server, or by default an embedded one.
 * @returns the product's settings
 */
export async function seeded(records: Seed, DATABASE_URL = '') {
  const settings = { DATA_DIR: temporaryFolder('bench'), DATABASE_URL };
  // Creates the tables.
  await (await startProduct(settings)).stop();
  const sql = `set session_replication_role = replica; ${groupStatements(records)} ${userStatements(records)}
    reset session_replication_role;`;
  if (DATABASE_URL) {
    const client = new Client({ connectionString: DATABASE_URL });
    await client.connect();
    await client.query(sql);
    await client.end();
  } else {
    const database = await PGlite.create(path.join(settings.DATA_DIR, 'database'));
    await database.exec(sql);
    await database.close();
  }
  return settings;
}

/** Starts the product with these records, and signs in. */
export async function seededProduct(records: Seed, databaseUrl?: string) {
  const product = await startProduct(await seeded(records, databaseUrl));
  return { ...product, session: await signIn(product.url) };
}

/** Measures on the embedded database, whose URL is empty, and on PostgreSQL if it's installed. */
export async function onBothDatabases(measure: (name: string, databaseUrl: string) => Promise<void>) {
  await measure('PGlite', '');
  const cluster = await startCluster({ durable: true });
  if ('missing' in cluster) process.stdout.write(`PostgreSQL was skipped: ${cluster.missing}\n`);
  else await measure('PostgreSQL', cluster.url).finally(cluster.stop);
}

function groupStatements({ shape = 'balanced', groups }: Seed): string {
  return `
    insert into groups (id, name, description, parent_id)
      select n, 'Group ' || n, 'Site ' || n, ${shapes[shape](groups)} from generate_series(1, ${groups}) n;
    select setval(pg_get_serial_sequence('groups', 'id'), ${groups});
    analyze groups;`;
}

/**
 * Half of the users belong to group 1, the others to different groups. Every user has the first role and one other role, which
 * has 50 users.
 */
function userStatements({ groups, users = 0 }: Seed): string {
  const roles = Math.ceil(users / 50);
  if (users === 0) return '';
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
