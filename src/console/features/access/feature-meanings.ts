import type { AccessRole } from '../../data/access/model.ts';
import type { GroupDirectory } from '../../data/groups/group-directory.tsx';
import { isolate } from '../../lib/text.ts';

// Maps, because a service may name a feature or privilege `__proto__`, which exists on every object.
const privilegeWords = new Map([
  ['rw', 'read and write'],
  ['ro', 'read'],
]);

/** A privilege's description, or its own name if it's unknown. */
export function privilegeDescription(privilege: string): string {
  return privilegeWords.get(privilege) ?? privilege;
}

/** The parts of the console that a feature gives access to. */
export const featureMeanings: ReadonlyMap<string, string> = new Map([
  ['palisade', 'OIDC providers'],
  ['group', 'Groups'],
  ['group_admin', 'Users, roles and API keys'],
]);

/** "EMEA and its subgroups, Americas and its subgroups", "no group", or "groups not reported". */
export function coveredGroupsText(role: AccessRole, groups: GroupDirectory): string {
  if (role.groups.length === 0) return role.groupsUnknown ? 'groups not reported' : 'no group';
  return role.groups.map((path) => `${isolate(groups.nameOf(path))} and its subgroups`).join(', ');
}
