/**
 * Decides whether a role covers a group: a role applies to its groups and all their descendants. Groups are identified
 * by id in the service, and by path in the console.
 * @param roleGroups the role's groups
 * @param chain from the group upwards, as far as it's known
 * @returns the nearest of the role's groups that is the group itself or above it; undefined if the role doesn't cover it
 */
export function coveringGroup<Group>(
  roleGroups: readonly Group[],
  chain: readonly Group[],
): Group | undefined {
  return chain.find((group) => roleGroups.includes(group));
}
