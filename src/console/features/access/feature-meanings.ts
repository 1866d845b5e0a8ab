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

/** "EMEA and its subgroups, Americas and its subgroups", or "no group". */
export function coveredGroupsText(role: AccessRole, groups: GroupDirectory): string {
  if (role.groups.length === 0) return 'no group';
  return role.groups.map((path) => msg`${groups.nameOf(path)} and its subgroups`).join(', ');
}
