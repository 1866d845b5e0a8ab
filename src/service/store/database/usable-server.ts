import { sql, type Kysely } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import type { Tables } from './schema.ts';
import { StoreError } from './store-error.ts';

const oldestServer = 150_000;

/**
 * Refuses a server or database that would fail later, and for which settings of a connection can't make up.
 * @param pool of two connections
 * @throws StoreError that names the cause
 */
export async function refuseUnusable(pool: Pool): Promise<void> {
  const one = await pool.connect();
  try {
    const reason = unusableBecause(await readFacts(one));
    if (reason !== undefined) throw new StoreError(reason);
    const other = await pool.connect();
    try {
      // Prepared statements, settings and locks belong to a session.
      if (!(await areSessions(one, other)))
        throw new StoreError('The pooler in DATABASE_URL pools transactions: configure it to pool sessions');
    } finally {
      other.release();
    }
  } finally {
    // Otherwise, the pool would never end.
    one.release();
  }
}

interface Facts {
  version: number;
  user: string;
  database: string;
  encoding: string;
  isStandby: boolean;
  isReadOnly: boolean;
  replicationRole: string;
  searchPath: string;
  schema: string | null;
}

async function readFacts(client: ClientBase): Promise<Facts> {
  const { rows } = await client.query<Facts>(`
    select current_setting('server_version_num')::int as version, current_user as user,
      current_database() as database, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as "isStandby", current_setting('default_transaction_read_only')::boolean as "isReadOnly",
      current_setting('session_replication_role') as "replicationRole",
      current_setting('search_path') as "searchPath", current_schema() as schema`);
  const [facts] = rows;
  if (!facts) throw new Error('The server described itself in no row');
  return facts;
}

function unusableBecause(facts: Facts): string | undefined {
  const { version, user, database, encoding, isStandby, isReadOnly, replicationRole, searchPath } = facts;
  if (version < oldestServer) {
    const major = Math.floor(version / 10_000);
    return `PostgreSQL ${major} is too old: use a server of version 15 or later`;
  }
  if (isStandby)
    return "The server in DATABASE_URL is a standby, which can't be written: set DATABASE_URL to the primary, or promote it";
  if (encoding !== 'UTF8')
    return `The database "${database}" has the encoding ${encoding}: create one with UTF8 (create database … encoding 'UTF8' template template0), and set DATABASE_URL to it`;
  if (isReadOnly)
    return `The database is read-only: turn off default_transaction_read_only, which is set for the server, the database "${database}" or the user "${user}"`;
  if (replicationRole !== 'origin')
    return `Triggers are off (session_replication_role is ${replicationRole}): reset it for the database "${database}" and the user "${user}"`;
  if (facts.schema === null)
    return `The user "${user}" can't use any schema of the search_path (${searchPath}): create the schema, grant USAGE on it, or reset search_path`;
  return undefined;
}

/**
 * Refuses a user who can't write the tables that exist.
 * @param db whose schema is up to date
 * @throws StoreError that names the first table
 */
export async function refuseReader(db: Kysely<Tables>): Promise<void> {
  // Those of the schema's own owner: others may share it.
  const { rows } = await sql<{ name: string; user: string }>`
    select relname as name, current_user as user from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and relowner = (select relowner from pg_class where oid = 'users'::regclass)
      and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
    order by relname limit 1`.execute(db);
  const [table] = rows;
  if (table)
    throw new StoreError(
      `The user "${table.user}" can't write the table ${table.name}: grant it SELECT, INSERT, UPDATE and DELETE, or use the owner of the tables`,
    );
}

/**
 * Whether a connection stays with its process of the server, and no other uses it. A pooler of transactions may choose any
 * for each statement, in turns or the last one first, so that some pairs of statements look like those of a session.
 */
async function areSessions(one: ClientBase, other: ClientBase): Promise<boolean> {
  const processes = new Map<ClientBase, number>();
  for (let round = 0; round < 4; round += 1) {
    for (const client of [one, other, other, one]) {
      const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
      const id = rows[0]?.id ?? 0;
      if ((processes.get(client) ?? id) !== id) return false;
      processes.set(client, id);
    }
  }
  return processes.get(one) !== processes.get(other);
}
