import { msg } from '../contract/isolate.ts';
import { holdersOf } from './consequences.ts';
import { deletionsOf } from './deletions.ts';
import type { Listed, Section } from './format.ts';
import { clear, find, know, Place, type Found } from './known.ts';
import { inOrder } from './order.ts';
import type { Plan } from './plan.ts';
import type { Current } from './service.ts';
import { isDone, labelOf, stepOf, type Step } from './steps.ts';

/**
 * Plans to delete what steps have created, as far as nobody has changed it since.
 * @param current all sections that the caller can read
 * @returns the plan, and why some of it stays
 */
export function undo(created: readonly Step[], current: Current): { plan: Plan; kept: string[] } {
  const known = know(current);
  const kept: string[] = [];
  const gone = new Map<Found, Section>();
  for (const step of created) {
    const found = find(known, step.section, step.record.key);
    if (found && isDone(step, found)) gone.set(found, step.section);
    else if (found) kept.push(msg`${labelOf(step)} was changed since`);
  }
  const left = (section: Listed) =>
    clear(known, section).flatMap((record) => (gone.has(record) ? [] : [record.values]));
  const holders = holdersOf(known.top, left('users'), left('roles'));
  // Those above others were created first.
  for (const place of [...gone.keys()].toReversed()) {
    if (!(place instanceof Place)) continue;
    const others = [...place.children.values()].some((child) => !gone.has(child) || child.others);
    const why = holders.get(place) ?? (others ? 'it contains other groups' : undefined);
    if (why === undefined) continue;
    gone.delete(place);
    kept.push(msg`${place.label} stays: ${why}`);
  }
  const steps = [...gone].map(([record, section]) => stepOf('delete', section, record));
  const plan = {
    steps: inOrder(steps, known, current.user).steps,
    errors: [],
    consequences: [],
    deletions: deletionsOf(steps, known, current),
    known,
  };
  return { plan, kept };
}
