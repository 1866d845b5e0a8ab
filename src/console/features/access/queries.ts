import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { rolesEndpoints } from '../../../contract/endpoints/roles.ts';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import type { JobStatus } from '../../../contract/jobs.ts';
import { rolePath, type Role } from '../../../contract/access/roles.ts';
import type { RoleCreate, RoleUpdate } from '../../../contract/access/role-writes.ts';
import { userPath, type User, type UserCreate, type UserUpdate } from '../../../contract/access/users.ts';
import { call } from '../../api/client.ts';
import { isStatus } from '../../api/errors.ts';
import { trackJob } from '../../data/jobs/track-job.ts';
import { completed } from '../../lib/fill-record.ts';
import { loadAll, pageSize } from '../../lib/load-all.ts';
import { accessRoleOf, type AccessRole } from './model.ts';
import { isolate } from '../../lib/text.ts';

/** Whether a failed request means that the service does not have this extension. */
export function isAbsent(error: unknown): boolean {
  return isStatus(error, 404) || isStatus(error, 405);
}

const roleFields = 'name,description,features,role_resource,group_resources';

/** Roles as far as the service hands them out. */
export interface LoadedRoles {
  roles: readonly AccessRole[];
  /** Whether these are all that are visible. */
  complete: boolean;
}

/** Every visible role as far as privileges go, without its users: for choosing, naming and comparing. */
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

/** The visible roles of a user, as far as privileges go; of a service that does not know the question all roles. */
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

/** Reads one role anew, past the cache. */
export async function readRole(id: number, signal?: AbortSignal): Promise<Role> {
  const { body } = await call(rolesEndpoints.getRole, { params: { id }, ...(signal ? { signal } : {}) });
  const path = rolePath(id);
  const found = completed(body, {
    name: path,
    description: '',
    features: [],
    role_resource: path,
    users: [],
    // Filled below.
    admin_group: {} as Role['admin_group'],
    group_resources: [],
  });
  return { ...found, admin_group: completed(found.admin_group, { name: '', group_resource: '' }) };
}

/** One user. */
export function userQuery(id: number) {
  return queryOptions({
    queryKey: ['users', 'record', id],
    queryFn: ({ signal }) => readUser(id, signal),
  });
}

/** Reads one user anew, past the cache. */
export async function readUser(id: number, signal?: AbortSignal): Promise<User> {
  const { body } = await call(usersEndpoints.getUser, { params: { id }, ...(signal ? { signal } : {}) });
  const path = userPath(id);
  return completed(body, {
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

/** The API keys of a user, without the keys themselves. */
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

/** What a write came to: a record, or nothing yet because it goes on as a job. */
export type Written<Item> = { done: true; record: Item } | { done: false };

/** Creates a user. A job takes over where the service says so. */
export async function createUser(data: UserCreate): Promise<Written<User>> {
  const answer = await call(usersEndpoints.createUser, { body: { data } });
  return written(answer, `Create the user ${isolate(data.login)}`);
}

/** Changes a user; only what is in `data` is sent. */
export async function updateUser(id: number, login: string, data: UserUpdate): Promise<Written<User>> {
  const answer = await call(usersEndpoints.updateUser, { params: { id }, body: { data } });
  return written(answer, `Change the user ${isolate(login)}`);
}

/** Deletes a user. */
export async function deleteUser(id: number, login: string): Promise<Written<User>> {
  return written(
    await call(usersEndpoints.deleteUser, { params: { id } }),
    `Delete the user ${isolate(login)}`,
  );
}

/** Creates a role. */
export async function createRole(data: RoleCreate): Promise<Written<Role>> {
  return written(
    await call(rolesEndpoints.createRole, { body: { data } }),
    `Create the role ${isolate(data.name)}`,
  );
}

/** Changes a role; only what is in `data` is sent. */
export async function updateRole(id: number, name: string, data: RoleUpdate): Promise<Written<Role>> {
  const answer = await call(rolesEndpoints.updateRole, { params: { id }, body: { data } });
  return written(answer, `Change the role ${isolate(name)}`);
}

/** Deletes a role, which whoever holds it loses. */
export async function deleteRole(id: number, name: string): Promise<Written<Role>> {
  return written(
    await call(rolesEndpoints.deleteRole, { params: { id } }),
    `Delete the role ${isolate(name)}`,
  );
}

const changed = ['users', 'roles', 'authentication'] as const;

/** Reads users, roles and one's own access again: each may have changed with the other. */
export async function refreshAccess(queryClient: QueryClient): Promise<void> {
  await Promise.all(changed.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

function written<Item>(
  answer: { status: 200 | 201; body: Item } | { status: 202; body: JobStatus },
  title: string,
): Written<Item> {
  if (answer.status !== 202) return { done: true, record: answer.body };
  trackJob(answer.body, title, changed);
  return { done: false };
}
