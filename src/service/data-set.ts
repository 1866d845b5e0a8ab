import { sql, type Kysely } from 'kysely';
import { features } from '../contract/privileges.ts';
import { hashPassword } from './domain/passwords.ts';
import { newToken } from './domain/tokens.ts';
import type { Tables } from './store/schema.ts';
import { searchText } from './store/search-text.ts';

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
    password: string;
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
 * Creates the user `admin`, who may do everything everywhere.
 * @param password the password; a generated one where absent
 * @returns the password
 */
export async function createAdministrator(db: Kysely<Tables>, password = newToken()): Promise<string> {
  await loadDataSet(db, {
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
  return password;
}

/** Loads a data set in one transaction, in batches: 100,000 groups take some seconds. */
export async function loadDataSet(db: Kysely<Tables>, dataSet: DataSet): Promise<void> {
  const users = await Promise.all(
    dataSet.users.map(async (user) => ({ ...user, hash: await hashPassword(user.password) })),
  );
  await db.transaction().execute(async (transaction) => {
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
    for (const user of users) {
      const { id } = await transaction
        .insertInto('users')
        .values({
          login: user.login,
          display_name: user.displayName,
          group_id: groupId(user.group),
          password_hash: user.hash,
          search_text: searchText(user.login, user.displayName),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const held = user.roles.map((position) => ({ user_id: id, role_id: at(roleIds, position) }));
      if (held.length > 0) await transaction.insertInto('user_roles').values(held).execute();
    }
  });
}

/** Ids are taken from the sequence first, so that parents are known and whole batches can go in at once. */
async function insertGroups(db: Kysely<Tables>, groups: DataSet['groups']): Promise<number[]> {
  const taken = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('groups', 'id'))::int as id from generate_series(1, ${groups.length}::int)
  `.execute(db);
  const ids = taken.rows.map((row) => row.id);
  for (let start = 0; start < groups.length; start += batchSize) {
    const rows = groups.slice(start, start + batchSize).map((group, index) => ({
      id: at(ids, start + index),
      name: group.name,
      description: group.description,
      parent_id: group.parent === null ? 0 : at(ids, group.parent),
    }));
    await db.insertInto('groups').values(rows).execute();
  }
  return ids;
}

function at(ids: readonly number[], position: number): number {
  const id = ids[position];
  if (id === undefined)
    throw new RangeError(`The data set refers to position ${position}, which it does not have`);
  return id;
}
