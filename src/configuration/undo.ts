import { msg } from '../contract/isolate.ts';
import { deletionsOf } from './deletions.ts';
import { findPlace, know, namesOf, textOf, type Place } from './known.ts';
import { namesOfText } from './names.ts';
import { inOrder } from './order.ts';
import type { Plan } from './plan.ts';
import type { Current } from './service.ts';
import { isDone, labelOf, type Step } from './steps.ts';

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
  const deletion = { action: 'delete', after: {}, fields: [] } as const;
  for (const step of created) {
    const { section, key } = step;
    const place = step.place && findPlace(known.top, namesOf(step.place));
    const record = section === 'groups' ? undefined : known.records[section]?.get(key);
    const values = place ? { description: place.description } : record?.values;
    if (!values) continue;
    if (!isDone(step, { values })) kept.push(msg`${labelOf(step)} was changed since`);
    else if (place) places.add(place);
    else if (record) {
      const { path, values: before, hidden } = record;
      steps.push({ ...deletion, section, key, path, before, hidden });
    }
  }
  const gone = new Set(steps.map(({ path }) => path));
  const holders = new Map<Place | undefined, string>();
  for (const { path, label, values } of known.records.users?.values() ?? [])
    if (!gone.has(path)) holders.set(placeOf(values['group']), msg`${label} belongs to it`);
  for (const { path, label, values } of known.records.roles?.values() ?? [])
    if (!gone.has(path))
      holders.set(placeOf(values['administered_by']), msg`it administers the role ${label}`);
  // Deletions include what's below, so the lowest first.
  const upwards = [...places].toSorted((one, other) => namesOf(other).length - namesOf(one).length);
  for (const place of upwards) {
    const others = [...place.children.values()].some((child) => !places.has(child) || child.duplicates);
    const why = holders.get(place) ?? (others ? 'it contains other groups' : undefined);
    if (why === undefined) continue;
    places.delete(place);
    kept.push(msg`${textOf(place)} stays: ${why}`);
  }
  for (const place of upwards.toReversed()) {
    const before = { name: place.name, description: place.description };
    if (places.has(place))
      steps.push({ ...deletion, section: 'groups', key: '', place, path: place.path, before });
  }
  const plan = {
    steps: inOrder(steps, known, current.user).steps,
    errors: [],
    consequences: [],
    deletions: deletionsOf(steps, known),
    top: known.top,
  };
  return { plan, kept };

  function placeOf(group: unknown) {
    return findPlace(known.top, namesOfText(String(group)));
  }
}
