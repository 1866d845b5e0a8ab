import type { RecordCount } from '../../data/counts/count-records.ts';
import type { Count, Counts } from './use-counts.ts';

/** A step of setting up an empty service. */
export interface Step {
  id: 'group' | 'provider' | 'user';
  label: string;
  done: boolean;
}

/** What the user can create. */
export type Rights = Record<Step['id'], boolean>;

/**
 * The steps that the user can take on this service. Steps whose state isn't known are omitted; undefined while a count is
 * loading.
 */
export function stepsOf(counts: Counts, may: Rights): Step[] | undefined {
  const { groups, providers, users } = counts;
  if ([groups, providers, users].includes('loading')) return undefined;
  // The Default group and the administrator exist from the start.
  const steps = [
    { id: 'group', label: 'Create a group', done: exceeds(groups, 1) },
    { id: 'provider', label: 'Add a provider', done: exceeds(providers, 0) },
    { id: 'user', label: 'Add a user', done: exceeds(users, 1) },
  ] as const;
  return steps.flatMap(({ done, ...step }) =>
    done === undefined || !may[step.id] ? [] : [{ ...step, done }],
  );
}

/** Whether there are more than `least`; undefined if that isn't known. */
function exceeds(value: Count, least: number): boolean | undefined {
  if (!isCounted(value)) return undefined;
  if (value.count > least) return true;
  return value.exact ? false : undefined;
}

function isCounted(value: Count): value is RecordCount {
  return typeof value === 'object';
}
