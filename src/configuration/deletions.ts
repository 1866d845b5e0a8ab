import { msg } from '../contract/isolate.ts';
import type { Consequence } from './consequences.ts';
import { sections, type Section } from './format.ts';
import { everyPlace, type KnownRecords } from './known.ts';
import { labelOf, type Step } from './steps.ts';

/** How many records of a section a plan deletes. */
export interface Deletion {
  section: Section;
  count: number;
  /** How many there are. */
  of: number;
  /** Whether they aren't deleted, but lose all access. */
  isLoss?: boolean;
}

/** Where the number has to be typed for a part of a section, and not only for all of it. */
const fewestTyped = 3;
const largestPart = 1 / 5;
const mostNamed = 5;

const nouns: Readonly<Record<Section, readonly [one: string, many: string]>> = {
  groups: ['group', 'groups'],
  roles: ['role', 'roles'],
  users: ['user', 'users'],
  oidc_providers: ['provider', 'providers'],
};

export function deletionsOf(steps: readonly Step[], { top, records }: KnownRecords) {
  const all = (section: Section): number => {
    const found = section === 'groups' ? [...everyPlace(top)] : [...(records[section]?.values() ?? [])];
    // Without those that are to be created.
    return found.reduce(
      (sum, { path, others = [] }) => sum + (path === undefined ? 0 : 1 + others.length),
      0,
    );
  };
  return sections.flatMap((section): Deletion[] => {
    const count = steps.filter((step) => step.action === 'delete' && step.section === section).length;
    return count === 0 ? [] : [{ section, count, of: all(section) }];
  });
}

/** How many deletions have to be confirmed by their number: all of a plan that deletes much; 0 if it doesn't. */
export function deletionsToType(deletions: readonly Deletion[]): number {
  const isLarge = ({ count, of, isLoss = false }: Deletion) =>
    (!isLoss && count >= of) || (count >= fewestTyped && count > of * largestPart);
  const large = deletions.find(isLarge);
  const counted = deletions.filter(({ isLoss }) => isLoss === large?.isLoss);
  return large ? counted.reduce((sum, { count }) => sum + count, 0) : 0;
}

/** What their number confirms: "delete 3 records". */
export function confirmationOf(deletions: readonly Deletion[]): string {
  const number = deletionsToType(deletions);
  const isLoss = deletions.every((each) => each.isLoss);
  const noun = `${isLoss ? 'user' : 'record'}${number === 1 ? '' : 's'}`;
  return `${isLoss ? 'take all access from' : 'delete'} ${number.toLocaleString('en')} ${noun}`;
}

/** What a plan does, in one line: "3 to create, 2 to change, 199 of 201 users to delete". */
export function headlineOf(steps: readonly Step[], deletions: readonly Deletion[]): string {
  const count = (action: Step['action']) => steps.filter((step) => step.action === action).length;
  const kinds = deletions.flatMap(({ section, count: deleted, of, isLoss }) => {
    const noun = nouns[section][of === 1 ? 0 : 1];
    return isLoss ? [] : [`${deleted.toLocaleString('en')} of ${of.toLocaleString('en')} ${noun}`];
  });
  const parts = [
    [count('create').toLocaleString('en'), 'to create'],
    [count('update').toLocaleString('en'), 'to change'],
    [[kinds.slice(0, -1).join(', '), ...kinds.slice(-1)].filter(Boolean).join(' and '), 'to delete'],
  ].filter(([number]) => number !== '0' && number !== '');
  return parts.length === 0 ? 'No changes' : parts.map((part) => part.join(' ')).join(', ');
}

/** Whose sign-in ends. */
export function deletionConsequences(steps: readonly Step[]): Consequence[] {
  const texts: string[] = [];
  const ends = { users: 'can no longer sign in', oidc_providers: 'no longer signs anyone in' } as const;
  for (const section of ['users', 'oidc_providers'] as const) {
    const names = steps.filter((step) => step.action === 'delete' && step.section === section).map(labelOf);
    const more = names.length - mostNamed;
    for (const name of names.slice(0, mostNamed)) texts.push(msg`${name} ${ends[section]}`);
    if (more > 0)
      texts.push(
        `${more.toLocaleString('en')} more ${nouns[section][more === 1 ? 0 : 1]} ${more === 1 ? ends[section] : ends[section].replace('signs', 'sign')}`,
      );
  }
  return texts.map((text) => ({ isWarning: true, text }));
}
