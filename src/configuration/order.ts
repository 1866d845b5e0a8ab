import { msg } from '../contract/isolate.ts';
import type { Consequence } from './consequences.ts';
import { findPlace, type KnownRecords } from './known.ts';
import { namesOfText } from './names.ts';
import { labelOf, type Step } from './steps.ts';

const deletionOrder = ['users', 'roles', 'oidc_providers', 'groups'];

/** Creations and updates, then deletions, and what takes rights from the caller at the very end. @param caller path */
export function inOrder(steps: readonly Step[], known: KnownRecords, caller: string | undefined) {
  const rank = ({ action, section }: Step) => (action === 'delete' ? 1 + deletionOrder.indexOf(section) : 0);
  const narrowing = narrowingOf(steps, known, caller);
  const doomed = new Set(steps.flatMap(({ action, place }) => (action === 'delete' && place ? [place] : [])));
  const isDoomed = (group: unknown) => {
    const place = typeof group === 'string' ? findPlace(known.top, namesOfText(group)) : undefined;
    return place !== undefined && doomed.has(place);
  };
  // The service wouldn't delete a group that's still needed.
  const precedesGroups = ({ before = {} }: Step) =>
    [before['administered_by'], before['group'], ...((before['applies_to'] ?? []) as unknown[])].some(
      isDoomed,
    );
  const last = narrowing.some(precedesGroups) ? deletionOrder.length - 0.5 : deletionOrder.length + 1;
  const order = new Map(steps.map((step) => [step, rank(step)]));
  for (const step of narrowing) order.set(step, last + rank(step) / 100);
  const sorted = steps.toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
  return { steps: sorted, narrowing };
}

/** Steps after which the caller can do less. */
function narrowingOf(steps: readonly Step[], { records }: KnownRecords, caller: string | undefined): Step[] {
  const self = [...(records.users?.values() ?? [])].find(({ path }) => path === caller);
  if (!self) return [];
  const held = new Set(self.values['roles'] as string[]);
  return steps.filter((step) => {
    const { section, path, key, action } = step;
    if (section === 'users') return path === self.path && losesIn(step, 'roles');
    if (section !== 'roles' || !held.has(key)) return false;
    return action === 'delete' || losesIn(step, 'applies_to') || losesIn(step, 'features');
  });
}

/** Whether a record is to have less in a field: a list without some, or privileges that aren't the same. */
function losesIn({ before, after }: Step, name: string): boolean {
  const [was, is] = [before?.[name], after[name]];
  if (is === undefined || was === undefined) return false;
  if (Array.isArray(was)) return was.some((each) => !(is as unknown[]).includes(each));
  const grants = is as Record<string, unknown>;
  return Object.entries(was as object).some(
    ([feature, privilege]) => grants[feature] !== privilege && grants[feature] !== 'rw',
  );
}

/** Says what's applied last. */
export function narrowingConsequences(steps: readonly Step[]): Consequence[] {
  if (steps.length === 0) return [];
  const names = steps.map(labelOf).join(', ');
  return [{ isWarning: true, text: msg`This takes access from yourself, so it's applied last: ${names}` }];
}
