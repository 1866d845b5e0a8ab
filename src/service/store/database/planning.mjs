/**
 * Begins a statement whose best plan depends on its values: it's planned each time, because a plan that's kept has to suit
 * any values.
 */
export const plannedEachTime = '/* planned each time */';
