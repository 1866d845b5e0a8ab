import { defaultGroupId, groupPath } from '../../../contract/groups/groups.ts';
import type { FeatureGrant } from '../../../contract/access/privileges.ts';

/** A role's grants. Unknown features and privileges are kept. */
export interface AccessRole {
  path: string;
  name: string;
  description: string;
  grants: readonly FeatureGrant[];
  /** Paths of the groups that it applies to, with all their descendants. */
  groups: readonly string[];
  /** Path of the group that administers it; empty if the service doesn't report it. */
  administrator: string;
}

/** A user and their roles, as far as the service reports them. */
export interface UserAccess {
  login: string;
  user: string;
  /** Path and name of their group; empty if the service doesn't report it. */
  group: { path: string; name: string };
  roles: readonly AccessRole[];
}

/** Path of the group at the top of the tree. */
export const topGroup = groupPath(defaultGroupId);

/** The access in an authentication result. @returns undefined if there are no roles in it */
export function readAccess(value: unknown): UserAccess | undefined {
  const roles = property(value, 'roles');
  if (!Array.isArray(roles)) return undefined;
  const group = property(value, 'group');
  return {
    login: text(property(value, 'login')),
    user: text(property(value, 'user')),
    group: { path: text(property(group, 'group_resource')), name: text(property(group, 'name')) },
    roles: roles.map(accessRoleOf),
  };
}

/** Parses a role; missing fields are empty. */
export function accessRoleOf(value: unknown): AccessRole {
  return {
    path: text(property(value, 'role_resource')),
    name: text(property(value, 'name')),
    description: text(property(value, 'description')),
    grants: list(property(value, 'features')).flatMap((grant) => {
      const name = text(property(grant, 'name'));
      return name === '' ? [] : [{ name, privilege: text(property(grant, 'privilege')) }];
    }),
    groups: groupsOf(value),
    administrator: text(property(property(value, 'admin_group'), 'group_resource')),
  };
}

function groupsOf(role: unknown): string[] {
  return list(property(role, 'group_resources')).filter((path) => typeof path === 'string');
}

function property(value: unknown, name: string): unknown {
  // Reading a missing property of any object gives undefined.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
