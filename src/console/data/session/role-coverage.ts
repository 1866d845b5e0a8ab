import { defaultGroupId, groupPath } from '../../../contract/groups/groups.ts';
import { coveringGroup } from '../../../contract/access/decision.ts';

/** A group with its ancestors. */
export interface GroupChain {
  /** From the group upwards; the group first. */
  paths: readonly string[];
  /** Whether the chain reaches the Default group. */
  complete: boolean;
}

const top = groupPath(defaultGroupId);

/**
 * The nearest of a role's groups that covers a group. The Default group is above every group, even if those between them
 * aren't visible.
 */
export function coveredThrough(roleGroups: readonly string[], chain: readonly string[]): string | undefined {
  return coveringGroup(roleGroups, [...chain, top]);
}

/**
 * Whether a role applies to a group, or may apply through groups above that aren't visible.
 * @param isDocumented whether it's a documented service's: the API doesn't say what a role without groups applies to
 */
export function mayCover(
  roleGroups: readonly string[],
  chain: readonly string[],
  isDocumented: boolean,
): boolean {
  if (roleGroups.length === 0) return isDocumented;
  return chain.at(-1) !== top || coveredThrough(roleGroups, chain) !== undefined;
}
