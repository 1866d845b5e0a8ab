import { defaultGroupId } from '../../contract/groups/groups.ts';

/** The groups a user can see: all, or certain subtrees and single groups. */
export type Scope = 'all' | { roots: readonly number[]; single: readonly number[] };

/** The scope of groups with everything below them, and of single groups. */
export function scopeBelow(roots: readonly number[], single: readonly number[] = []): Scope {
  return roots.includes(defaultGroupId) ? 'all' : { roots: [...new Set(roots)], single };
}
