import { sql } from 'kysely';
import type { Connection, DemoDatabase } from './database.ts';

/** Records to load. Groups, roles and users refer to each other by position in their arrays. */
export interface DataSet {
  /** `parent` is the position of an earlier group, or null for the Default group. */
  groups: readonly { name: string; description: string; parent: number | null }[];
  /** `group` as in `groups[].parent`: the group that administers the role and that it applies to. */
  roles: readonly {
    name: string;
    description: string;
    group: number | null;
    features: Readonly<Record<string, string>>;
  }[];
  users: readonly {
    login: string;
    displayName: string;
    /** Null for a user who only signs in through a provider. */
    password: string | null;
    group: number | null;
    roles: readonly number[];
  }[];
  /** When the users were created; now if it's absent. */
  createdAt?: Date;
}

/** How the service derives columns; passed in, because the demo doesn't import from the service. */
export interface Columns {
  hashPassword(password: string): Promise<string>;
  searchText(...names: string[]): string;
  loginSkeleton(login: string): string;
}

const batchSize = 5_000;

/** Loads a data set in one transaction. 100,000 groups take a few seconds. */
export async function loadDataSet(db: DemoDatabase, columns: Columns, dataSet: DataSet): Promise<void> {
  const hashes = await hashPasswords(dataSet, columns);
  await db.transaction().execute((transaction) => insertAll(transaction, columns, dataSet, hashes));
}

/**
 * Loads a data set if there are no users yet; only one of several instances that start at the same time does.
 * @returns whether it was loaded
 */
export async function loadIfEmpty(db: DemoDatabase, columns: Columns, dataSet: DataSet): Promise<boolean> {
  // Usually there are users, and hashing passwords takes a while.
  if (await hasUsers(db)) return false;
  const hashes = await hashPasswords(dataSet, columns);
  return db.transaction().execute(async (transaction) => {
    await sql`lock table users in exclusive mode`.execute(transaction);
    if (await hasUsers(transaction)) return false;
    await insertAll(transaction, columns, dataSet, hashes);
    return true;
  });
}

async function hasUsers(db: Connection): Promise<boolean> {
  return (await sql`select 1 from users limit 1`.execute(db)).rows.length > 0;
}

function hashPasswords({ users }: DataSet, { hashPassword }: Columns): Promise<(string | null)[]> {
  return Promise.all(users.map(async ({ password }) => (password === null ? null : hashPassword(password))));
}

async function insertAll(
  db: Connection,
  { searchText, loginSkeleton }: Columns,
  { groups, roles, users, createdAt = new Date() }: DataSet,
  hashes: readonly (string | null)[],
): Promise<void> {
  const groupIds = await takeIds(db, 'groups', groups.length);
  const roleIds = await takeIds(db, 'roles', roles.length);
  const userIds = await takeIds(db, 'users', users.length);
  const groupId = (position: number | null) => (position === null ? 0 : at(groupIds, position));
  const rows = {
    groups: groups.map(({ parent, ...group }, index) => ({
      ...group,
      id: groupIds[index],
      parent_id: groupId(parent),
    })),
    roles: roles.map(({ name, description, group }, index) => ({
      id: roleIds[index],
      name,
      description,
      admin_group_id: groupId(group),
      search_text: searchText(name),
    })),
    role_groups: roles.map(({ group }, index) => ({ role_id: roleIds[index], group_id: groupId(group) })),
    role_features: roles.flatMap(({ features }, index) => {
      const granted = Object.entries(features);
      return granted.map(([feature, privilege]) => ({ role_id: roleIds[index], feature, privilege }));
    }),
    users: users.map(({ login, displayName, group }, index) => ({
      id: userIds[index],
      login,
      display_name: displayName,
      group_id: groupId(group),
      password_hash: hashes[index],
      search_text: searchText(login, displayName),
      login_skeleton: loginSkeleton(login),
      created_at: createdAt,
    })),
    user_roles: users.flatMap((user, index) =>
      user.roles.map((position) => ({ user_id: userIds[index], role_id: at(roleIds, position) })),
    ),
  };
  for (const [table, records] of Object.entries(rows)) await insert(db, table, records);
}

/** Takes IDs from a table's sequence, so that batches of records can refer to each other. */
async function takeIds(db: Connection, table: string, count: number): Promise<number[]> {
  const taken = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id from generate_series(1, ${count}::int)
  `.execute(db);
  return taken.rows.map((row) => row.id);
}

/** Inserts rows that all have the same columns; the others get their defaults. */
async function insert(db: Connection, table: string, rows: readonly object[]): Promise<void> {
  const target = sql.table(table);
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = JSON.stringify(rows.slice(start, start + batchSize));
    await sql`insert into ${target} (${columns})
      select ${columns} from json_populate_recordset(null::${target}, ${batch}::json)`.execute(db);
  }
}

function at(ids: readonly number[], position: number): number {
  const id = ids[position];
  if (id === undefined)
    throw new RangeError(`The data set refers to position ${position}, which doesn't exist`);
  return id;
}
