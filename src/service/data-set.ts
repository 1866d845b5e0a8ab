import { sql, type Kysely } from 'kysely';
import { features } from '../contract/access/privileges.ts';
import { hashPassword } from './domain/access/passwords.ts';
import { newToken } from './domain/access/tokens.ts';
import type { Tables } from './store/database/schema.ts';
import { searchText } from './store/tables/search-text.ts';

/** Records to fill an empty service with. Groups, roles and users refer to each other by position in their arrays. */
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
    /** Null for one who signs in through a provider only. */
    password: string | null;
    group: number | null;
    roles: readonly number[];
  }[];
}

const batchSize = 5_000;

/** Whether nobody has ever been created: the service starts for the first time. */
export async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).execute()).length === 0;
}

/**
 * Creates the user `admin`, who may do everything everywhere, where nobody has ever been created.
 * @param password the password; a generated one where absent
 * @returns the password; undefined where there are users
 */
export async function createAdministrator(
  db: Kysely<Tables>,
  password = newToken(),
): Promise<string | undefined> {
  const created = await loadIfEmpty(db, {
    groups: [],
    roles: [
      {
        name: 'Administrators',
        description: 'May do everything.',
        group: null,
        features: Object.fromEntries(features.map((feature) => [feature, 'rw'])),
      },
    ],
    users: [{ login: 'admin', displayName: 'Administrator', password, group: null, roles: [0] }],
  });
  return created ? password : undefined;
}

/**
 * Loads a data set where nobody has ever been created. Of several instances that start at once on one database, a
 * single one does.
 * @returns whether it has been loaded
 */
export async function loadIfEmpty(db: Kysely<Tables>, dataSet: DataSet): Promise<boolean> {
  // At most starts there are users, and hashing passwords for nothing would take a while.
  if (!(await isEmpty(db))) return false;
  const users = await withHashes(dataSet.users);
  return db.transaction().execute(async (transaction) => {
    await sql`lock table users in exclusive mode`.execute(transaction);
    if (!(await isEmpty(transaction))) return false;
    await insertDataSet(transaction, dataSet, users);
    return true;
  });
}

/** Loads a data set in one transaction, in batches: 100,000 groups take some seconds. */
export async function loadDataSet(db: Kysely<Tables>, dataSet: DataSet): Promise<void> {
  const users = await withHashes(dataSet.users);
  await db.transaction().execute((transaction) => insertDataSet(transaction, dataSet, users));
}

type HashedUser = DataSet['users'][number] & { hash: string | null };

function withHashes(users: DataSet['users']): Promise<HashedUser[]> {
  return Promise.all(
    users.map(async (user) => ({
      ...user,
      hash: user.password === null ? null : await hashPassword(user.password),
    })),
  );
}

async function insertDataSet(
  transaction: Kysely<Tables>,
  dataSet: DataSet,
  users: readonly HashedUser[],
): Promise<void> {
  const groupIds = await insertGroups(transaction, dataSet.groups);
  const groupId = (position: number | null) => (position === null ? 0 : at(groupIds, position));
  const roleIds: number[] = [];
  for (const role of dataSet.roles) {
    const { id } = await transaction
      .insertInto('roles')
      .values({
        name: role.name,
        description: role.description,
        admin_group_id: groupId(role.group),
        search_text: searchText(role.name),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    roleIds.push(id);
    await transaction
      .insertInto('role_groups')
      .values({ role_id: id, group_id: groupId(role.group) })
      .execute();
    const grants = Object.entries(role.features).map(([feature, privilege]) => ({
      role_id: id,
      feature,
      privilege,
    }));
    if (grants.length > 0) await transaction.insertInto('role_features').values(grants).execute();
  }
  const userIds = await takeIds(transaction, 'users', users.length);
  const rows = users.map((user, index) => ({
    id: at(userIds, index),
    login: user.login,
    display_name: user.displayName,
    group_id: groupId(user.group),
    password_hash: user.hash,
    search_text: searchText(user.login, user.displayName),
  }));
  for (const batch of batches(rows)) await transaction.insertInto('users').values(batch).execute();
  const held = users.flatMap((user, index) =>
    user.roles.map((position) => ({ user_id: at(userIds, index), role_id: at(roleIds, position) })),
  );
  for (const batch of batches(held)) await transaction.insertInto('user_roles').values(batch).execute();
}

/** Takes ids from a table's sequence, so that whole batches can go in at once and refer to each other. */
async function takeIds(db: Kysely<Tables>, table: 'groups' | 'users', count: number): Promise<number[]> {
  const taken = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id from generate_series(1, ${count}::int)
  `.execute(db);
  return taken.rows.map((row) => row.id);
}

function batches<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) =>
    rows.slice(index * batchSize, (index + 1) * batchSize),
  );
}

async function insertGroups(db: Kysely<Tables>, groups: DataSet['groups']): Promise<number[]> {
  const ids = await takeIds(db, 'groups', groups.length);
  const rows = groups.map((group, index) => ({
    id: at(ids, index),
    name: group.name,
    description: group.description,
    parent_id: group.parent === null ? 0 : at(ids, group.parent),
  }));
  for (const batch of batches(rows)) await db.insertInto('groups').values(batch).execute();
  return ids;
}

function at(ids: readonly number[], position: number): number {
  const id = ids[position];
  if (id === undefined)
    throw new RangeError(`The data set refers to position ${position}, which doesn't exist`);
  return id;
}
