import { queryOptions } from '@tanstack/react-query';
import { rolesEndpoints } from '../../../contract/endpoints/roles.ts';
import { features, privileges, type FeatureGrant } from '../../../contract/access/privileges.ts';
import {
  type ListedRole,
  type Role,
  type RoleCreate,
  type RoleUpdate,
  type RoleTexts,
} from '../../../contract/access/roles.ts';
import { call, loadList } from '../../api/exchange.ts';
import { completeRole } from '../../../client/records.ts';
import { ifAsked } from '../../api/retries.ts';
import type { RecordField, RecordFields } from '../record-fields.tsx';
import { accessRoleOf, type AccessRole } from './model.ts';
import type { RecordList } from '../service/record-pages.ts';
import { accessRecords } from './access-records.ts';
import { distinctNames } from '../../lib/matches.ts';

/** What forms, lists, pages and the history make of a role's fields. */
export const roleFields = {
  name: {
    label: 'Name',
    input: { required: true },
    column: 'minmax(156px, 1.5fr)',
  },
  description: {
    label: 'Description',
    input: { rows: 2 },
    column: 'minmax(140px, 2fr)',
  },
  admin_group: { label: 'Administered by', createOnly: true },
  group_resources: { label: 'Applies to', column: 'minmax(140px, 1.5fr)' },
  features: { label: 'Grants', column: 'minmax(340px, 4fr)' },
} satisfies RecordFields & Record<keyof RoleTexts, RecordField>;

/** Every field but the users, because there may be many. */
const listed = [...Object.keys(roleFields), 'role_resource'].join(',');

const keyOf = ({ role_resource: path = '' }: ListedRole) => path;

/** The roles that match a text, page by page. */
export function roleList(search: string): RecordList<Role> {
  return {
    key: ['roles', 'list', search],
    fetch: async (start, limit) => {
      const query = { start, limit, fields: listed, ...(search === '' ? {} : { search }) };
      const { body } = await call(rolesEndpoints.listRoles, { query });
      return { ...body, data: body.data.map((role) => completeRole(role)) };
    },
    keyOf,
  };
}

/** The roles that the service returns, and whether these are all the visible ones. */
async function loadRoles(filter: { held_by?: string }, signal: AbortSignal) {
  const query = { fields: listed, ...filter };
  const { records, complete } = await loadList(rolesEndpoints.listRoles, { query, signal }, keyOf);
  return { roles: records.map((role) => accessRoleOf(completeRole(role))), complete };
}

/** Every visible role, without its users: for selecting, naming and comparing. */
export const rolesQuery = queryOptions({
  queryKey: ['roles', 'all'],
  staleTime: 60_000,
  queryFn: ({ signal }) => loadRoles({}, signal),
});

/** A user's visible roles. */
export function rolesOfUserQuery(path: string) {
  return queryOptions({
    queryKey: ['roles', 'of-user', path],
    ...ifAsked,
    queryFn: async ({ signal }) => (await loadRoles({ held_by: path }, signal)).roles,
  });
}

/** How roles are read and written: one with its users and the group that administers it. */
export const roleRecords = accessRecords<Role, RoleCreate, RoleUpdate>({
  noun: 'role',
  name: 'name',
  endpoints: {
    create: rolesEndpoints.createRole,
    read: rolesEndpoints.getRole,
    update: rolesEndpoints.updateRole,
    remove: rolesEndpoints.deleteRole,
  },
  complete: completeRole,
  list: roleList,
});

/** Those grants that the contract knows: others can't be sent. */
export function knownGrants(granted: readonly FeatureGrant[]): RoleCreate['features'] {
  // As filtered.
  return granted.filter(
    ({ name, privilege }) =>
      features.some((known) => known === name) && privileges.some((known) => known === privilege),
  ) as RoleCreate['features'];
}

/** Names roles, those that look alike with their paths. */
export function roleNames(roles: readonly AccessRole[]) {
  return distinctNames(roles, 'name', 'path');
}
