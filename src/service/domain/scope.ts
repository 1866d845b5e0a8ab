/** The groups a user can see: all, or certain subtrees and single groups. */
export type Scope = 'all' | { roots: readonly number[]; single: readonly number[] };
