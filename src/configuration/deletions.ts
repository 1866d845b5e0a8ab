import { sections, type Section } from './format.ts';
import { nouns } from './kinds.ts';
import type { KnownRecords } from './known.ts';
import type { Current } from './service.ts';
import type { Step } from './steps.ts';

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

export function deletionsOf(steps: readonly Step[], { top }: KnownRecords, current: Current) {
  const all = (section: Section) => {
    const length = current[section]?.length ?? 0;
    return section === 'groups' && top.path !== undefined ? length - 1 : length;
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

/** What people call what steps do, after their number. */
const planned = { create: 'to create', update: 'to change', delete: 'to delete' };

/** What a plan does, in one line: "3 to create, 2 to change, 199 of 201 users to delete". */
export function headlineOf(steps: readonly Step[], deletions: readonly Deletion[], words = planned): string {
  const count = (action: Step['action']) => {
    const { length } = steps.filter((step) => step.action === action);
    return length === 0 ? '' : length.toLocaleString('en');
  };
  const kinds = deletions.flatMap(({ section, count: deleted, of, isLoss }) => {
    const noun = nouns[section] + (of === 1 ? '' : 's');
    return isLoss ? [] : [`${deleted.toLocaleString('en')} of ${of.toLocaleString('en')} ${noun}`];
  });
  const deleted = [kinds.slice(0, -1).join(', '), ...kinds.slice(-1)].filter(Boolean).join(' and ');
  const parts = [
    [count('create'), words.create],
    [count('update'), words.update],
    [deleted || count('delete'), words.delete],
  ].filter(([number]) => number !== '');
  return parts.length === 0 ? 'No changes' : parts.map((part) => part.join(' ')).join(', ');
}
