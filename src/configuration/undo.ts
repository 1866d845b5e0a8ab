import { msg } from '../contract/isolate.ts';
import { deletionsOf } from './deletions.ts';
import { clear, find, findPlace, know, namesOf, type Place } from './known.ts';
import { inOrder } from './order.ts';
import type { Plan } from './plan.ts';
import type { Current } from './service.ts';
import { deletionOf, isDone, labelOf, type Step } from './steps.ts';

/**
 * Plans to delete what steps have created, as far as nobody has changed it since.
 * @param current all sections that the caller can read
 * @returns the plan, and why some of it stays
 */
export function undo(created: readonly Step[], current: Current): { plan: Plan; kept: string[] } {
  const known = know(current);
  const kept: string[] = [];
  const places = new Set<Place>();
  const steps: Step[] = [];
  for (const step of created) {
    const { section, key } = step;
    const found = find(known, section, key);
    if (!found) continue;
    if (!isDone(step, found)) kept.push(msg`${labelOf(step)} was changed since`);
    else if (section === 'groups') places.add(found as Place);
    else steps.push(deletionOf(section, found));
  }
  const gone = new Set(steps.map(({ path }) => path));
  const holders = new Map<Place | undefined, string>();
  for (const { path, label, values } of clear(known, 'users'))
    if (!gone.has(path))
      holders.set(findPlace(known.top, String(values['group'])), msg`${label} belongs to it`);
  for (const { path, label, values } of clear(known, 'roles'))
    if (!gone.has(path))
      holders.set(
        findPlace(known.top, String(values['administered_by'])),
        msg`it administers the role ${label}`,
      );
  // Deletions include what's below, so the lowest first.
  const upwards = [...places].toSorted((one, other) => namesOf(other).length - namesOf(one).length);
  for (const place of upwards) {
    const others = [...place.children.values()].some((child) => !places.has(child) || child.others);
    const why = holders.get(place) ?? (others ? 'it contains other groups' : undefined);
    if (why === undefined) continue;
    places.delete(place);
    kept.push(msg`${place.label} stays: ${why}`);
  }
  for (const place of upwards.toReversed()) if (places.has(place)) steps.push(deletionOf('groups', place));
  const plan = {
    steps: inOrder(steps, known, current.user).steps,
    errors: [],
    consequences: [],
    deletions: deletionsOf(steps, known),
    known,
  };
  return { plan, kept };
}
