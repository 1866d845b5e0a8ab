import { sql, type Kysely } from 'kysely';
import type { Tables } from './store/database/schema.ts';

/** Tables whose records make up the state, each after those that it refers to. */
const kept = [
  'groups',
  'users',
  'roles',
  'role_features',
  'role_groups',
  'user_roles',
  'api_keys',
  'oidc_ops',
] as const;
/** Tables of what is under way, which a snapshot does not keep and a restored one does not have. */
const passing = ['sessions', 'sign_in_failures', 'jobs', 'job_parts', 'oidc_requests'] as const;
const sequences = [
  ['groups', 'id'],
  ['groups', 'customer_id'],
  ['users', 'id'],
  ['roles', 'id'],
  ['api_keys', 'id'],
  ['oidc_ops', 'id'],
] as const;

/** The records of every kept table, as JSON has them. */
export type Records = Record<(typeof kept)[number], Record<string, unknown>[]>;

/** Reads all records at one moment. */
export async function dumpRecords(db: Kysely<Tables>): Promise<Records> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const entries: [string, Record<string, unknown>[]][] = [];
      for (const table of kept) {
        const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
          transaction,
        );
        entries.push([table, rows]);
      }
      return Object.fromEntries(entries) as Records;
    });
}

/** Replaces all records; sessions and jobs end. */
export async function restoreRecords(db: Kysely<Tables>, records: Records): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await empty(transaction);
    for (const table of kept) {
      const target = sql.table(table);
      await sql`insert into ${target}
        select * from json_populate_recordset(null::${target}, ${JSON.stringify(records[table])}::json)`.execute(
        transaction,
      );
    }
    for (const [table, column] of sequences) {
      await sql`select setval(pg_get_serial_sequence(${table}, ${column}),
        (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(table)}), false)`.execute(
        transaction,
      );
    }
  });
}

/** Removes all records but the Default group; ids begin again. */
export async function clearRecords(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await empty(transaction);
    await sql`insert into groups (id, name, description, customer_id, parent_id)
      values (0, 'Default', '', 0, null)`.execute(transaction);
  });
}

/** How many records there are of each kind that people know. */
export async function countRecords(
  db: Kysely<Tables>,
): Promise<{ groups: number; users: number; roles: number; oidc_ops: number }> {
  const { rows } = await sql<{ groups: number; users: number; roles: number; oidc_ops: number }>`
    select (select count(*) from groups)::int as groups, (select count(*) from users)::int as users,
      (select count(*) from roles)::int as roles, (select count(*) from oidc_ops)::int as oidc_ops`.execute(
    db,
  );
  return rows[0] ?? { groups: 0, users: 0, roles: 0, oidc_ops: 0 };
}

async function empty(db: Kysely<Tables>): Promise<void> {
  const tables = sql.join([...kept, ...passing].map((table) => sql.table(table)));
  await sql`truncate ${tables} restart identity`.execute(db);
}
