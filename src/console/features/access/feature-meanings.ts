import type { AccessRole } from './model.ts';
import type { GroupDirectory } from './group-directory.ts';
import { isolate } from '../../lib/text.ts';

// Maps, because a service may call a feature or a privilege `__proto__`, which every object has.
const privilegeWords = new Map([
  ['rw', 'read and write'],
  ['ro', 'read'],
]);

/** A privilege in words, or as it is where we do not know it. */
export function privilegeInWords(privilege: string): string {
  return privilegeWords.get(privilege) ?? privilege;
}

/** What a feature opens in this console, for those that open something. */
export const featureMeanings: ReadonlyMap<string, string> = new Map([
  ['palisade', 'OIDC providers'],
  ['group', 'Groups'],
  ['group_admin', 'Users, roles and API keys'],
]);

/** "EMEA and below, Americas and below", or that there are none. */
export function reachInWords(role: AccessRole, groups: GroupDirectory): string {
  if (role.groups.length === 0) return 'no group';
  return role.groups.map((path) => `${isolate(groups.nameOf(path))} and below`).join(', ');
}
