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

export function deletionsOf(steps: readonly Step[], { top, records, ambiguous, incomplete }: KnownRecords) {
  const all = (section: Section): number => {
    // Without those that are to be created.
    if (section === 'groups') return [...everyPlace(top)].filter(({ path }) => path !== undefined).length;
    const duplicates = [...(ambiguous[section]?.values() ?? [])].flat();
    return (records[section]?.size ?? 0) + duplicates.length + incomplete[section].size;
  };
  return sections.flatMap((section): Deletion[] => {
    const count = steps.filter((step) => step.action === 'delete' && step.section === section).length;
    return count === 0 ? [] : [{ section, count, of: all(section) }];
  });
}

/** How many deletions have to be confirmed by their number: all of a plan that deletes much; 0 if it doesn't. */
export function deletionsToType(deletions: readonly Deletion[]): number {
  const isLarge = ({ count, of }: Deletion) =>
    count >= of || (count >= fewestTyped && count > of * largestPart);
  return deletions.some(isLarge) ? deletions.reduce((sum, { count }) => sum + count, 0) : 0;
}

/** What's deleted, and whose sign-in ends. */
export function deletionConsequences(deletions: readonly Deletion[], steps: readonly Step[]): Consequence[] {
  const texts = deletions.map(({ section, count, of }) => {
    const [one, many] = nouns[section];
    return `Deletes ${count.toLocaleString('en')} of ${of.toLocaleString('en')} ${of === 1 ? one : many}`;
  });
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
