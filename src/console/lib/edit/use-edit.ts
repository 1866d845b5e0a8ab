import { useState } from 'react';
import { isSame } from './changes-to.ts';

/** Someone else changed fields that a form is about to change. */
export class EditConflict extends Error {
  override readonly name = 'EditConflict';

  /** @param detail one sentence per field, each beginning with the field's name */
  constructor(readonly detail: readonly string[]) {
    super(detail.join('; '));
  }
}

/** An edit of a record. */
export interface Edit<Values, Changes> {
  /** What saving would send; undefined if nothing changed. */
  changes(values: Values): Changes | undefined;
  /**
   * Merges changes into the record's current state.
   * @returns what to send, and what it replaces; undefined if the service can't return the record
   * @throws EditConflict if someone else changed the same fields; the next attempt replaces their changes
   */
  merge(changes: Changes): Promise<{ data: Changes; before: Changes | undefined }>;
  /** Reads the record again; undefined if the service can't. */
  reload(): Promise<object | undefined>;
}

interface EditOptions<Fields, Values, Changes> {
  /** The record as it was when the form was opened. */
  record: Fields;
  /** The fields in which the form differs from a record, as they are sent. */
  changesOf(base: Fields, values: Values): Changes;
  /** Reads the record again; undefined if the service can't. */
  reload(): Promise<Fields | undefined>;
  /** Fields holding lists: additions and removals are merged with other people's, instead of rejected. */
  lists?: readonly (keyof Fields & keyof Changes)[];
}

/** Edits a record: only changed fields are sent, and other people's changes to the same record are kept. */
export function useEdit<Fields extends object, Values, Changes extends object>({
  record,
  changesOf,
  reload,
  lists = [],
}: EditOptions<Fields, Values, Changes>): Edit<Values, Changes> {
  const [base, setBase] = useState(record);
  function changes(values: Values): Changes | undefined {
    const found = changesOf(base, values);
    return Object.keys(found).length === 0 ? undefined : found;
  }
  async function merge(found: Changes): Promise<{ data: Changes; before: Changes | undefined }> {
    const current = await reload();
    if (!current) return { data: found, before: undefined };
    const data = mergeLists(base, found, current, lists);
    const single = Object.fromEntries(
      Object.entries(found).filter(([name]) => !lists.some((list) => list === name)),
    );
    setBase(rebase(base, single, current));
    rejectConflicts(base, single, current);
    return { data, before: sameFields(found, current) };
  }
  return { changes, merge, reload };
}

function mergeLists<Fields extends object, Changes extends object>(
  base: Fields,
  changes: Changes,
  current: Fields,
  lists: readonly (keyof Fields & keyof Changes)[],
): Changes {
  const merged = { ...changes };
  for (const name of lists) {
    if (!(name in changes)) continue;
    const members = (record: object) => (record as Record<typeof name, readonly string[]>)[name];
    // A list of the record, which is what the caller names.
    merged[name] = mergeMembers(members(base), members(changes), members(current)) as Changes[typeof name];
  }
  return merged;
}

/**
 * Rejects changes to fields that someone else changed since the form was opened.
 * @param base the fields when the form was opened
 * @param changes the fields to be sent
 * @param current the fields now
 * @throws EditConflict naming each such field with its current value
 */
export function rejectConflicts<Fields extends object>(base: Fields, changes: object, current: Fields): void {
  const detail: string[] = [];
  for (const [field, value] of Object.entries(changes)) {
    // The fields of the change are fields of the record.
    const name = field as keyof Fields;
    const now = current[name];
    if (isSame(now, base[name]) || isSame(now, value)) continue;
    const what = typeof now === 'string' ? ` to “${now}”` : '';
    detail.push(`${field}: Someone else changed this${what}. Save again to replace it.`);
  }
  if (detail.length > 0) throw new EditConflict(detail);
}

/**
 * What the next attempt is compared with: the current values of the fields to be sent. The others keep their old values,
 * so that they still count as unchanged.
 */
export function rebase<Fields extends object>(base: Fields, changes: object, current: Fields): Fields {
  const next = { ...base };
  // As above.
  for (const field of Object.keys(changes) as (keyof Fields)[]) next[field] = current[field];
  return next;
}

/** The fields of a change as a record has them. */
function sameFields<Changes extends object>(changes: Changes, record: object): Changes {
  const names = Object.keys(changes);
  // The fields of the change are fields of the record.
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name))) as Changes;
}

/**
 * Merges two people's changes to a list: its current members, with one's own additions and removals.
 * @param base the members when the form was opened
 */
export function mergeMembers(
  base: readonly string[],
  mine: readonly string[],
  current: readonly string[],
): string[] {
  const kept = current.filter((member) => mine.includes(member) || !base.includes(member));
  const added = mine.filter((member) => !base.includes(member) && !current.includes(member));
  return [...kept, ...added];
}
