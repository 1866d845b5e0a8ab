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

/**
 * Parses an authentication result or a My access export. Roles are enough, as a list or in an object: the management API
 * doesn't define the result's shape.
 * @returns undefined if there are no roles in it
 */
export function readAccess(value: unknown): UserAccess | undefined {
  const roles = rolesIn(value) ?? rolesInExport(value);
  if (!roles) return undefined;
  const group = property(value, 'group');
  // An export only has the path.
  const path = text(group) || text(property(group, 'group_resource'));
  return {
    login: text(property(value, 'login')),
    user: text(property(value, 'user')),
    group: { path, name: text(property(group, 'name')) },
    roles,
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

function rolesIn(value: unknown): AccessRole[] | undefined {
  const found = Array.isArray(value) ? value : property(value, 'roles');
  if (Array.isArray(found)) {
    const isRole = (item: unknown) => property(item, 'features') !== undefined;
    return found.every(isRole) ? found.map(accessRoleOf) : undefined;
  }
  const wrapped = property(value, 'data');
  return wrapped === undefined ? undefined : rolesIn(wrapped);
}

/** The roles in an export by `toJson`, which lists the granting roles per feature. */
function rolesInExport(value: unknown): AccessRole[] | undefined {
  const held = property(value, 'features');
  if (!Array.isArray(held) || !held.every((entry) => Array.isArray(property(entry, 'from'))))
    return undefined;
  const roles = new Map<string, AccessRole & { grants: FeatureGrant[] }>();
  for (const entry of held) {
    for (const source of list(property(entry, 'from'))) {
      const path = text(property(source, 'role_resource'));
      const name = text(property(source, 'role'));
      const role = roles.get(`${path}\n${name}`) ?? {
        path,
        name,
        description: '',
        grants: [],
        groups: groupsOf(source),
        administrator: '',
      };
      role.grants.push({
        name: text(property(entry, 'feature')),
        privilege: text(property(source, 'privilege')),
      });
      roles.set(`${path}\n${name}`, role);
    }
  }
  return [...roles.values()];
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
