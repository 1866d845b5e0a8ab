import type { AccessRole } from '../../data/access/model.ts';
import type { GroupDirectory } from '../../data/groups/group-directory.tsx';
import { msg } from '../../lib/text.ts';

// Maps, because a service may name a feature or privilege `__proto__`, which exists on every object.
const privilegeWords = new Map([
  ['rw', 'read and write'],
  ['ro', 'read'],
]);

/** A privilege's description, or its own name if it's unknown. */
export function privilegeDescription(privilege: string): string {
  return privilegeWords.get(privilege) ?? privilege;
}

/** "EMEA and its subgroups, Americas and its subgroups", or `noGroupText`. */
export function coveredGroupsText(role: AccessRole, groups: GroupDirectory): string {
  if (role.groups.length === 0) return noGroupText(role);
  return role.groups.map((path) => msg`${groups.nameOf(path)} and its subgroups`).join(', ');
}

/** What a role applies to if there's no group to name. */
export function noGroupText({ groupsUnknown }: Pick<AccessRole, 'groupsUnknown'>): string {
  return groupsUnknown ? "groups that this service doesn't report" : 'no group';
}
