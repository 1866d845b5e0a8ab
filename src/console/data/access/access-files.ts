import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import { writeCsv } from '../../lib/csv.ts';
import { accessRoleOf } from './model.ts';
import { effectiveFeatures } from './privileges.ts';

/** Exports effective access as JSON: the privileges per feature, with the roles and groups that grant them. */
export function toJson({ login, user, group, roles }: AuthenticationResult): string {
  const held = effectiveFeatures(roles.map(accessRoleOf)).map((row) => ({
    feature: row.feature,
    privileges: row.privileges,
    from: row.sources.map(({ role, privilege }) => ({
      role: role.name,
      role_resource: role.path,
      privilege,
      group_resources: role.groups,
    })),
  }));
  return `${JSON.stringify({ login, user, group: group.group_resource, features: held }, undefined, 2)}\n`;
}

/** Exports effective access as CSV (RFC 4180): a line per feature and role, and one per feature that no role grants. */
export function toCsv({ roles }: AuthenticationResult): string {
  const lines = effectiveFeatures(roles.map(accessRoleOf)).flatMap((row) => {
    const start = [row.feature, row.privileges.join(' ')];
    if (row.sources.length === 0) return [[...start, '', '', '', '']];
    return row.sources.map(({ role, privilege }) => [
      ...start,
      role.name,
      role.path,
      privilege,
      role.groups.join(' '),
    ]);
  });
  const heading = ['feature', 'effective', 'role', 'role_resource', 'privilege', 'group_resources'];
  return writeCsv([heading, ...lines]);
}
