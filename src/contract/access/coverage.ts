import { defaultGroupId, groupPath } from '../groups/groups.ts';

const top = groupPath(defaultGroupId);

/**
 * Decides whether a role covers a group: a role applies to its groups and all their descendants.
 * @param roleGroups the role's `group_resources`
 * @param chain paths from the group upwards, as far as they are known
 * @returns the nearest of the role's groups that is the group itself or above it; undefined if the role doesn't cover it
 */
export function coveringGroup(roleGroups: readonly string[], chain: readonly string[]): string | undefined {
  // The Default group is above every group, even if the groups between them aren't visible.
  return [...chain, top].find((path) => roleGroups.includes(path));
}
