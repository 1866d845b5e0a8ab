import type { Access } from '../model.ts';
import { effectiveFeatures, type Difference } from '../privileges.ts';

/** An access as JSON: per feature what is held, through which roles, on which groups. */
export function toJson(access: Access): string {
  const { login, user, group, roles } = access;
  const held = effectiveFeatures(roles).map(({ feature, privileges, sources }) => ({
    feature,
    privileges,
    from: sources.map(({ role, privilege }) => ({
      role: role.name,
      role_resource: role.path,
      privilege,
      group_resources: role.groups,
    })),
  }));
  return `${JSON.stringify({ login, user, group: group.path, features: held }, undefined, 2)}\n`;
}

/** An access as CSV (RFC 4180): one line per feature and role, and one for every feature that is not held. */
export function toCsv(access: Access): string {
  const lines = effectiveFeatures(access.roles).flatMap(({ feature, privileges, sources }) => {
    const start = [feature, privileges.join(' ')];
    if (sources.length === 0) return [[...start, '', '', '', '']];
    return sources.map(({ role, privilege }) => [
      ...start,
      role.name,
      role.path,
      privilege,
      role.groups.join(' '),
    ]);
  });
  const heading = ['feature', 'effective', 'role', 'role_resource', 'privilege', 'group_resources'];
  return asCsv([heading, ...lines]);
}

/** Differences between two accesses as JSON, with the groups' paths. */
export function differencesToJson(left: string, right: string, rows: readonly Difference[]): string {
  const data = rows.map((row) => ({
    feature: row.feature,
    group_resource: row.group,
    left: row.left,
    right: row.right,
    same: row.same,
  }));
  return `${JSON.stringify({ left, right, rows: data }, undefined, 2)}\n`;
}

/** The same as CSV: a line per feature and group. */
export function differencesToCsv(left: string, right: string, rows: readonly Difference[]): string {
  const heading = ['feature', 'group_resource', left, right];
  const lines = rows.map((row) => [row.feature, row.group, row.left.join(' '), row.right.join(' ')]);
  return asCsv([heading, ...lines]);
}

function asCsv(lines: readonly (readonly string[])[]): string {
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string): string {
  // A spreadsheet would run what begins like a formula.
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
