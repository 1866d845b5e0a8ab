import { queryOptions } from '@tanstack/react-query';
import { rolesEndpoints } from '../../../contract/endpoints/roles.ts';
import { features, privileges, type FeatureGrant } from '../../../contract/access/privileges.ts';
import { limits } from '../../../contract/limits.ts';
import {
  type ListedRole,
  type RoleCreate,
  type RoleUpdate,
  roleIdOf,
  rolePath,
  type Role,
  type RoleTexts,
} from '../../../contract/access/roles.ts';
import { call } from '../service/call.ts';
import { completeRole, type CompleteRole } from '../service/records.ts';
import { ifAsked } from '../../api/retries.ts';
import { loadList } from '../service/lists.ts';
import { msg } from '../../lib/text.ts';
import type { RecordField, RecordFields } from '../record-fields.tsx';
import {
  jobFor,
  planWrite,
  write,
  type PlannedWrite,
  type ReadBack,
  type WriteResult,
  agrees,
  change,
  creation,
  deletion,
} from '../write.ts';
import { accessRoleOf, type AccessRole } from './model.ts';
import { forgetAccess } from '../places/places.ts';
import { hideInLists, readAll, type RecordList } from '../service/record-pages.ts';
import { accessKeys, refreshAccess, refreshRecord } from './refresh.ts';
import { distinctNames, matches } from '../../lib/matches.ts';

/** What forms, lists, pages and the history make of a role's fields. */
export const roleFields = {
  name: {
    label: 'Name',
    input: { required: true, maxLength: limits.name },
    column: 'minmax(140px, 1.5fr)',
  },
  description: {
    label: 'Description',
    input: { maxLength: limits.description, rows: 2 },
    column: 'minmax(140px, 2fr)',
  },
  admin_group: { label: 'Administered by', createOnly: true },
  group_resources: { label: 'Applies to', column: 'minmax(140px, 1.5fr)' },
  features: { label: 'Grants', column: 'minmax(240px, 2fr)' },
} satisfies RecordFields & Record<keyof RoleTexts, RecordField>;

/** Every field but the users, because there may be many. */
const listed = [...Object.keys(roleFields), 'role_resource'].join(',');

/** Identifies a listed role; undefined if the path isn't understood. */
const keyOf = ({ role_resource: path = '' }: ListedRole) => (roleIdOf(path) === undefined ? undefined : path);

/** The roles that match a text, page by page. */
export function roleList(search: string): RecordList<CompleteRole> {
  return {
    key: ['roles', 'list', search],
    fetch: async (start, limit) => {
      const query = { start, limit, fields: listed, ...(search === '' ? {} : { search }) };
      const { body } = await call(rolesEndpoints.listRoles, { query });
      return { ...body, data: body.data.map((role) => completeRole(role)) };
    },
    keyOf,
    matches: ({ name }) => matches(search, name),
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

/** A user's visible roles; all roles if the service ignores `held_by`. */
export function rolesOfUserQuery(path: string) {
  return queryOptions({
    queryKey: ['roles', 'of-user', path],
    ...ifAsked,
    queryFn: async ({ signal }) => (await loadRoles({ held_by: path }, signal)).roles,
  });
}

/** One role with its users and the group that administers it. */
export function roleQuery(id: number) {
  return queryOptions({ queryKey: ['roles', 'record', id], queryFn: ({ signal }) => readRole(id, signal) });
}

/** Reads a role, bypassing the cache. */
export async function readRole(id: number, signal?: AbortSignal): Promise<CompleteRole> {
  const { body } = await call(rolesEndpoints.getRole, { params: { id }, signal });
  return completeRole(body, rolePath(id));
}

/** Refetches what a write to a role may have changed. @param id unknown if a job creates it */
export function refreshRole(id: number | undefined): Promise<void> {
  if (id === undefined) return refreshAccess();
  return refreshRecord(roleList(''), rolePath(id), () => readRole(id));
}

/** Removes deleted roles from the lists, before they're refetched, and from the user's recent records. */
export function hideRoles(paths: readonly string[]): void {
  hideInLists(roleList(''), paths);
  forgetAccess(paths);
}

/** Those grants that the contract knows: others can't be sent. */
export function knownGrants(granted: readonly FeatureGrant[]): RoleCreate['features'] {
  // As filtered.
  return granted.filter(
    ({ name, privilege }) =>
      features.some((known) => known === name) && privileges.some((known) => known === privilege),
  ) as RoleCreate['features'];
}

/** Creates a role. */
export function createRole(data: RoleCreate): PlannedWrite<Role> {
  const job = { title: msg`Create role ${data.name}`, changes: accessKeys };
  return planWrite(rolesEndpoints.createRole, { body: { data } }, () => createdRole(data), job);
}

/** Reads a new role back. A group administers no two roles with the same name. */
function createdRole({ admin_group: group, ...data }: RoleCreate): ReadBack<Role> {
  return creation(data.name, async () => {
    const { items } = await readAll(roleList(data.name));
    const named = items.find(
      ({ name, admin_group: at }) => name === data.name && (at.group_resource || group) === group,
    );
    const id = roleIdOf(named?.role_resource ?? '');
    if (id === undefined) return undefined;
    const role = await readRole(id);
    return agrees(role, data) ? role : undefined;
  });
}

/** Changes a role; only what is in `data` is sent. */
export function updateRole(id: number, name: string, data: RoleUpdate): PlannedWrite<Role> {
  return planWrite(
    rolesEndpoints.updateRole,
    { params: { id }, body: { data } },
    () => change(name, data, () => readRole(id)),
    jobFor('changing', msg`role ${name}`, rolePath(id), accessKeys),
  );
}

/** Deletes a role, and takes it away from its users. */
export function deleteRole(id: number, name: string): Promise<WriteResult<unknown>> {
  return write<unknown>(
    call(rolesEndpoints.deleteRole, { params: { id } }),
    deletion(name, () => readRole(id)),
    jobFor('deleting', msg`role ${name}`, rolePath(id), accessKeys),
  );
}

/** Names roles, those that look alike with their paths. */
export function roleNames(roles: readonly AccessRole[]) {
  return distinctNames(roles, 'name', 'path');
}
