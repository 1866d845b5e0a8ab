import { msg } from '../contract/isolate.ts';
import type { Consequence } from './consequences.ts';
import { homeOf, type KnownRecords } from './known.ts';
import { labelOf, type Step } from './steps.ts';

const deletionOrder = ['users', 'roles', 'oidc_providers', 'groups'];

/**
 * Renames, new groups, other creations and updates, then deletions, and what takes rights from the caller at the very end.
 * @param caller path
 * @returns the steps, and what to say about the last ones
 */
export function inOrder(steps: readonly Step[], known: KnownRecords, caller: string | undefined) {
  const self = known.records.users && known.byPath.get(caller ?? '');
  const held = self && new Set(self.values['roles'] as string[]);
  const narrowing = new Set(steps.filter((step) => isNarrowing(step, caller, held)));
  const early = new Set([...narrowing].filter(precedesGroups(steps, known)));
  // A role that's held can't be deleted.
  if ([...early].some(({ action }) => action === 'delete'))
    for (const step of narrowing) if (step.section === 'users') early.add(step);
  const rank = (step: Step) => {
    if (step.renamedFrom !== undefined) return -2;
    if (step.action === 'create' && step.section === 'groups') return -1;
    const usual = step.action === 'delete' ? 1 + deletionOrder.indexOf(step.section) : 0;
    if (!narrowing.has(step)) return usual;
    return (early.has(step) ? deletionOrder.length - 0.5 : deletionOrder.length + 1) + usual / 100;
  };
  const sorted = steps.toSorted((one, other) => rank(one) - rank(other));
  const take = held ? 'takes' : 'may take';
  const say = (isEarly: boolean, when: string): Consequence[] => {
    const own = sorted.filter((step) => narrowing.has(step) && early.has(step) === isEarly);
    const text = msg`This ${take} access from yourself, ${when}: ${own.map(labelOf)}`;
    return own.length === 0 ? [] : [{ isWarning: true, text }];
  };
  const consequences = [
    ...say(true, 'and has to be applied before groups are deleted'),
    ...say(false, "so it's applied last"),
  ];
  return { steps: sorted, consequences };
}

/** Whether the caller can do less after a step. @param held the caller's roles, if they're known */
function isNarrowing(step: Step, caller: string | undefined, held: ReadonlySet<string> | undefined): boolean {
  const { section, record, action } = step;
  // A new password ends the caller's sessions.
  if (section === 'users')
    return (
      record.path !== undefined &&
      record.path === caller &&
      (losesIn(step, 'roles') || 'group' in step.after || step.secret !== undefined)
    );
  if (section !== 'roles' || action === 'create' || held?.has(record.key) === false) return false;
  return action === 'delete' || losesIn(step, 'applies_to') || losesIn(step, 'features');
}

/** Whether a record is to have less in a field: a list without some, or privileges that aren't the same. */
function losesIn({ before, after }: Step, name: string): boolean {
  const [was, is] = [before[name], after[name]];
  if (is === undefined || was === undefined) return false;
  if (Array.isArray(was)) return was.some((each) => !(is as unknown[]).includes(each));
  const grants = is as Record<string, unknown>;
  return Object.entries(was as object).some(
    ([feature, privilege]) => grants[feature] !== privilege && grants[feature] !== 'rw',
  );
}

/** Finds the steps without which a group can't be deleted, because a user belongs to it or a role is administered by it. */
function precedesGroups(steps: readonly Step[], { top }: KnownRecords) {
  const deleted = new Set(steps.map(({ action, record }) => action === 'delete' && record));
  return ({ before }: Step): boolean => {
    const home = homeOf(top, before);
    return home !== undefined && deleted.has(home);
  };
}
