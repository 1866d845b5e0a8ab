import { msg } from '../contract/isolate.ts';
import { everyPlace, textOf, type Place } from './known.ts';
import type { ValueProblem } from './read.ts';
import type { Step } from './steps.ts';

/** Plans to delete the groups that aren't wanted. @param deleted the groups, to be added */
export function pruneGroups(
  top: Place,
  wanted: ReadonlySet<Place>,
  steps: Step[],
  deleted: Set<Place>,
  problems: ValueProblem[],
): void {
  const open = [...top.children.values()];
  for (let place = open.pop(); place; place = open.pop()) {
    if (wanted.has(place)) open.push(...place.children.values());
    if (wanted.has(place) || place.duplicates) continue;
    const below = [place, ...everyPlace(place)];
    const unnamed = below.find(({ duplicates }) => duplicates);
    if (unnamed?.duplicates) {
      const message = `${textOf(place)} can't be deleted: ${ambiguous(textOf(unnamed), unnamed.duplicates)}`;
      problems.push({ path: ['groups'], message });
      continue;
    }
    for (const each of below) deleted.add(each);
    // The service deletes them together, but they're listed one by one.
    for (const each of below)
      steps.push({
        action: 'delete',
        section: 'groups',
        key: '',
        place: each,
        path: each.path,
        before: { name: each.name, description: each.description },
        after: {},
        fields: [],
      });
  }
}

/** Says which records have the same name. */
export function ambiguous(name: string, paths: readonly string[]): string {
  return msg`${name} is ambiguous: ${paths.join(' and ')} have this name`;
}
