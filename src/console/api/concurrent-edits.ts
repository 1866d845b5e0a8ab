import { ApiError } from './errors.ts';

/**
 * Refuses a change of fields that somebody else changed since the form was opened, before anything of it is sent.
 * @param base the fields as they were when the form was opened
 * @param wanted those that are to be sent
 * @param current the fields as they are now
 * @throws ApiError naming each such field with what stands there now
 */
export function refuseOverlap<Fields extends object>(base: Fields, wanted: object, current: Fields): void {
  const detail: string[] = [];
  for (const [field, value] of Object.entries(wanted)) {
    // The fields of the change are fields of the record.
    const name = field as keyof Fields;
    const now = current[name];
    if (isSame(now, base[name]) || isSame(now, value)) continue;
    const what = typeof now === 'string' ? `, to “${now}”` : '';
    detail.push(`${field}: Somebody else changed this meanwhile${what}. Save again to replace that`);
  }
  if (detail.length > 0) throw new ApiError('problem', 409, detail);
}

/**
 * What the next attempt is compared with, after a refusal: of the fields that are to be sent, what stands there now.
 * Of the others what they were, so that they still count as untouched.
 */
export function rebased<Fields extends object>(base: Fields, wanted: object, current: Fields): Fields {
  const next = { ...base };
  // As above.
  for (const field of Object.keys(wanted) as (keyof Fields)[]) next[field] = current[field];
  return next;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * A list of which two people changed different members: what is there now, with one's own additions and removals.
 * @param base the members as they were when the form was opened
 */
export function mergedMembers(
  base: readonly string[],
  mine: readonly string[],
  current: readonly string[],
): string[] {
  const kept = current.filter((member) => mine.includes(member) || !base.includes(member));
  const added = mine.filter((member) => !base.includes(member) && !current.includes(member));
  return [...kept, ...added];
}
