import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { rolesEndpoints } from '../../../contract/endpoints/roles.ts';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { rolePath, type Role } from '../../../contract/access/roles.ts';
import type { RoleCreate, RoleUpdate } from '../../../contract/access/role-writes.ts';
import { userPath, type User, type UserCreate, type UserUpdate } from '../../../contract/access/users.ts';
import { call } from '../../api/client.ts';
import { writeResult, type WriteResult } from '../../data/write.ts';
import { fillRecord } from '../../lib/fill-record.ts';
import { loadAll, pageSize } from '../../lib/load-all.ts';
import { accessRoleOf, type AccessRole } from './model.ts';
import { isolate } from '../../lib/text.ts';

const roleFields = 'name,description,features,role_resource,group_resources';

/** The roles that the service returned. */
export interface LoadedRoles {
  roles: readonly AccessRole[];
  /** Whether these are all the visible roles. */
  complete: boolean;
}

/** Every visible role, without its users: for selecting, naming and comparing. */
export function rolesQuery() {
  return queryOptions({
    queryKey: ['roles', 'all'],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<LoadedRoles> => {
      const { records, complete } = await loadAll(
        async (start) => {
          const query = { start, limit: pageSize, fields: roleFields };
          return (await call(rolesEndpoints.listRoles, { query, signal })).body;
        },
        (role) => role.role_resource,
      );
      return { roles: records.map(accessRoleOf), complete };
    },
  });
}

/** A user's visible roles; all roles if the service ignores `held_by`. */
export function rolesOfUserQuery(path: string) {
  return queryOptions({
    queryKey: ['roles', 'of-user', path],
    retry: false,
    queryFn: async ({ signal }): Promise<AccessRole[]> => {
      const { records } = await loadAll(
        async (start) => {
          const query = { start, limit: pageSize, fields: roleFields, held_by: path };
          return (await call(rolesEndpoints.listRoles, { query, signal })).body;
        },
        (role) => role.role_resource,
      );
      return records.map(accessRoleOf);
    },
  });
}

/** One role with its users and the group that administers it. */
export function roleQuery(id: number) {
  return queryOptions({
    queryKey: ['roles', 'record', id],
    queryFn: ({ signal }) => readRole(id, signal),
  });
}

/** Reads a role, bypassing the cache. */
export async function readRole(id: number, signal?: AbortSignal): Promise<Role> {
  const { body } = await call(rolesEndpoints.getRole, { params: { id }, ...(signal ? { signal } : {}) });
  const path = rolePath(id);
  const found = fillRecord(body, {
    name: path,
    description: '',
    features: [],
    role_resource: path,
    users: [],
    // Filled below.
    admin_group: {} as Role['admin_group'],
    group_resources: [],
  });
  return { ...found, admin_group: fillRecord(found.admin_group, { name: '', group_resource: '' }) };
}

/** One user. */
export function userQuery(id: number) {
  return queryOptions({
    queryKey: ['users', 'record', id],
    queryFn: ({ signal }) => readUser(id, signal),
  });
}

/** Reads a user, bypassing the cache. */
export async function readUser(id: number, signal?: AbortSignal): Promise<User> {
  const { body } = await call(usersEndpoints.getUser, { params: { id }, ...(signal ? { signal } : {}) });
  const path = userPath(id);
  return fillRecord(body, {
    login: path,
    display_name: '',
    user_resource: path,
    group_resource: '',
    role_resources: [],
    created_at: '',
    last_sign_in_at: '',
    last_sign_in_via: '',
  });
}

/** A user's API keys, without the keys themselves. */
export function apiKeysQuery(id: number) {
  return queryOptions({
    queryKey: ['users', 'api-keys', id],
    queryFn: async ({ signal }) => {
      const { records } = await loadAll(
        async (start) => {
          const query = { start, limit: pageSize };
          return (await call(usersEndpoints.listApiKeys, { params: { id }, query, signal })).body;
        },
        (key) => key.api_key_resource,
      );
      return records;
    },
  });
}

/** Query keys that any write to users or roles may change. */
const accessKeys = ['users', 'roles', 'authentication'] as const;

/** Creates a user. */
export async function createUser(data: UserCreate): Promise<WriteResult<User>> {
  const response = await call(usersEndpoints.createUser, { body: { data } });
  return writeResult(response, `Create user ${isolate(data.login)}`, accessKeys);
}

/** Changes a user; only what is in `data` is sent. */
export async function updateUser(id: number, login: string, data: UserUpdate): Promise<WriteResult<User>> {
  const response = await call(usersEndpoints.updateUser, { params: { id }, body: { data } });
  return writeResult(response, `Save user ${isolate(login)}`, accessKeys);
}

/** Deletes a user. */
export async function deleteUser(id: number, login: string): Promise<WriteResult<User>> {
  const response = await call(usersEndpoints.deleteUser, { params: { id } });
  return writeResult(response, `Delete user ${isolate(login)}`, accessKeys);
}

/** Creates a role. */
export async function createRole(data: RoleCreate): Promise<WriteResult<Role>> {
  const response = await call(rolesEndpoints.createRole, { body: { data } });
  return writeResult(response, `Create role ${isolate(data.name)}`, accessKeys);
}

/** Changes a role; only what is in `data` is sent. */
export async function updateRole(id: number, name: string, data: RoleUpdate): Promise<WriteResult<Role>> {
  const response = await call(rolesEndpoints.updateRole, { params: { id }, body: { data } });
  return writeResult(response, `Save role ${isolate(name)}`, accessKeys);
}

/** Deletes a role, and takes it away from its users. */
export async function deleteRole(id: number, name: string): Promise<WriteResult<Role>> {
  const response = await call(rolesEndpoints.deleteRole, { params: { id } });
  return writeResult(response, `Delete role ${isolate(name)}`, accessKeys);
}

/** Refetches users, roles and the signed-in user's access: a write to one may change the others. */
export async function refreshAccess(queryClient: QueryClient): Promise<void> {
  await Promise.all(accessKeys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}
