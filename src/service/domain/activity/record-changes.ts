import { rolePath, roleTextsOf } from '../../../contract/access/roles.ts';
import { apiKeyPath } from '../../../contract/access/users.ts';
import { defaultGroupId, groupPath } from '../../../contract/groups/groups.ts';
import { userRecord } from '../access/user-record.ts';
import { oidcOpRecord } from '../oidc/oidc-op-record.ts';
import type { OidcOpRow } from '../oidc/oidc-ports.ts';
import type { GroupRow, Stores, UserDetailRow } from '../ports.ts';
import type { ApiKeyRow, RoleRow } from '../access/access-ports.ts';
import type { Author, NewChange } from './activity-ports.ts';
import type { ChangedField, FieldValue } from '../../../contract/activity/changes.ts';

/** A record before and after a change: without `before` it was created, without `after` deleted. */
type Versions<Row> = { before: Row; after?: Row } | { before?: undefined; after: Row };

/** Whose change is recorded, and the stores of its transaction. */
interface Recording {
  stores: Stores;
  caller: Author;
}

type Described = Pick<NewChange, 'resource' | 'name' | 'groupId'> & { values: Values };

async function record<Row>(
  acting: Recording,
  { before, after }: Versions<Row>,
  describe: (row: Row) => Described,
  more: { secrets?: readonly string[]; count?: number; deleted?: Buffer | undefined } = {},
): Promise<void> {
  const old = before && describe(before);
  const { values: _, ...change } = describe((after ?? before) as Row);
  const fields = changedFields(old?.values, after && describe(after).values, more.secrets);
  const action = before ? (after ? 'updated' : 'deleted') : 'created';
  const { count = 1, deleted } = more;
  await acting.stores.changes.record(acting.caller, { ...change, action, fields, count, deleted });
}

/** Records a change of a group. A deletion is recorded before it's done, because the path decides who can read the entry. */
export async function recordGroup(
  acting: Recording,
  versions: Versions<GroupRow>,
  count = 1,
  deleted?: Buffer,
): Promise<void> {
  const describe = ({ id, name, description, parent_id: parent }: GroupRow) => ({
    resource: groupPath(id),
    name,
    groupId: id,
    values: { name, description, parent_resource: parent === null ? '' : groupPath(parent) },
  });
  await record(acting, versions, describe, { count, deleted });
}

/** Records a change of a user. @param secrets names of those that were replaced */
export async function recordUser(
  acting: Recording,
  versions: Versions<UserDetailRow>,
  secrets: readonly string[] = [],
): Promise<void> {
  const describe = (row: UserDetailRow) => {
    const {
      user_resource: resource,
      created_at: _created,
      last_sign_in_at: _at,
      last_sign_in_via: _via,
      ...values
    } = userRecord(row);
    return { resource, name: row.login, groupId: row.group_id, values };
  };
  await record(acting, versions, describe, { secrets });
}

export async function recordRole(acting: Recording, versions: Versions<RoleRow>): Promise<void> {
  await record(acting, versions, (role) => ({
    resource: rolePath(role.id),
    name: role.name,
    groupId: role.admin_group_id,
    values: {
      ...roleTextsOf(role),
      features: role.features,
      admin_group: groupPath(role.admin_group_id),
      group_resources: role.groupIds.map(groupPath),
    },
  }));
}

/** Records a change of an API key. @param groupId the user's group */
export async function recordApiKey(
  acting: Recording,
  versions: Versions<ApiKeyRow>,
  groupId: number,
): Promise<void> {
  await record(acting, versions, ({ id, user_id: userId, name, expires_at: end, read_only }) => ({
    resource: apiKeyPath(userId, id),
    name,
    groupId,
    values: { name, expires_at: end?.toISOString() ?? '', read_only },
  }));
}

/** Records a change of a configuration. @param secrets names of those that were replaced */
export async function recordOidcOp(
  acting: Recording,
  versions: Versions<OidcOpRow>,
  secrets: readonly string[] = [],
): Promise<void> {
  // Only where it's about that: the record itself lacks it.
  const isSuspended = [versions.before, versions.after].some((row) => row?.login_enabled === false);
  const describe = (row: OidcOpRow) => {
    const { id: _id, created_at: _created, updated_at: _updated, resource, ...fields } = oidcOpRecord(row);
    const values = { ...fields, ...(isSuspended && { login_enabled: row.login_enabled }) };
    return { resource, name: row.name, groupId: defaultGroupId, values };
  };
  await record(acting, versions, describe, { secrets });
}

/** A record's properties, as the log of changes shows them. */
type Values = Readonly<Record<string, FieldValue>>;

/**
 * The properties that differ between two versions of a record.
 * @param before undefined if the record is new
 * @param after undefined if it's deleted
 * @param replaced names of secrets that were replaced
 */
export function changedFields(
  before: Values | undefined,
  after: Values | undefined,
  replaced: readonly string[] = [],
): ChangedField[] {
  const names = Object.keys({ ...before, ...after });
  const changed = names
    .map((name) => ({ name, before: before?.[name] ?? null, after: after?.[name] ?? null }))
    .filter((field) => JSON.stringify(field.before) !== JSON.stringify(field.after));
  return [...changed, ...replaced.map((name) => ({ name, replaced: true }))];
}
