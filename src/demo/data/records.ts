import { sql } from 'kysely';
import type { LabCounts } from '../../contract/lab.ts';
import type { Connection, DemoDatabase } from './database.ts';

/** Tables in a snapshot, each after those that it refers to. */
const kept = [
  'groups',
  'users',
  'roles',
  'role_features',
  'role_groups',
  'user_roles',
  'api_keys',
  'oidc_ops',
  'provider_watches',
] as const;
/** Tables of work in progress: not in a snapshot, and empty after restoring one. */
const transient = [
  'sessions',
  'sign_in_failures',
  'jobs',
  'job_parts',
  'oidc_requests',
  'sign_in_tests',
  'last_sign_in_tests',
  'identities',
  'alerts',
  'alert_destinations',
  // Their entries would be about other records with the same ids.
  'sign_in_events',
  'changes',
] as const;
const sequences = [
  ['groups', 'id'],
  ['groups', 'customer_id'],
  ['users', 'id'],
  ['roles', 'id'],
  ['api_keys', 'id'],
  ['oidc_ops', 'id'],
] as const;

/** The rows of every kept table, as in JSON. */
export type Records = Partial<Record<(typeof kept)[number], Record<string, unknown>[]>>;

/** Reads all records in one database snapshot. */
export async function dumpRecords(db: DemoDatabase): Promise<Records> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const entries: [string, Record<string, unknown>[]][] = [];
      for (const table of kept) {
        const all = sql<Record<string, unknown>>`select * from ${sql.table(table)}`;
        entries.push([table, (await all.execute(transaction)).rows]);
      }
      return Object.fromEntries(entries);
    });
}

/** Replaces all records; sessions and jobs end. */
export async function restoreRecords(db: DemoDatabase, records: Records): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await empty(transaction);
    for (const table of kept) {
      const target = sql.table(table);
      // Older snapshots have no watches.
      const rows = JSON.stringify(records[table] ?? []);
      await sql`insert into ${target}
        select * from json_populate_recordset(null::${target}, ${rows}::json)`.execute(transaction);
    }
    await sql`insert into provider_watches (oidc_op_id, since) select id, created_at from oidc_ops
      on conflict do nothing`.execute(transaction);
    for (const [table, column] of sequences) {
      const next = sql`(select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(table)})`;
      await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${next}, false)`.execute(
        transaction,
      );
    }
  });
}

/** Removes all records except the Default group, and restarts IDs. */
export async function clearRecords(db: DemoDatabase): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await empty(transaction);
    await sql`insert into groups (id, name, description, customer_id, parent_id)
      values (0, 'Default', '', 0, null)`.execute(transaction);
  });
}

export async function countRecords(db: DemoDatabase): Promise<LabCounts> {
  const { rows } = await sql<LabCounts>`
    select (select count(*) from groups)::int as groups, (select count(*) from users)::int as users,
      (select count(*) from roles)::int as roles, (select count(*) from oidc_ops)::int as oidc_ops`.execute(
    db,
  );
  return rows[0] ?? { groups: 0, users: 0, roles: 0, oidc_ops: 0 };
}

async function empty(db: Connection): Promise<void> {
  const tables = sql.join([...kept, ...transient].map((table) => sql.table(table)));
  await sql`truncate ${tables} restart identity`.execute(db);
}
