import { useState } from 'react';
import { ApiError, isStatus } from '../api/errors.ts';
import { changesTo, isSame } from '../lib/changes-to.ts';
import { msg } from '../lib/text.ts';
import { notify, type UndoOffer } from './notifications/notify.ts';
import { settled, unlessGone } from './read-back.ts';
import type { PlannedWrite, Settle } from './write.ts';

/** A record that is edited. */
export interface EditedRecord<Fields extends object, Changes extends object> {
  /** The record as it was when the form was opened. */
  record: Fields;
  name: string;
  labels: Labels;
  /** The values that differ from a record's, as they are sent. By default, those that aren't the same. */
  changesOf?(base: Fields, values: object): Changes;
  /** Fields holding lists: additions and removals are merged with other people's, instead of rejected. */
  lists?: readonly string[];
  /** Reads the record again. @throws ApiError with a 404 if it no longer exists */
  read(): Promise<Fields>;
  /** The write of changes. */
  plan(data: Changes): PlannedWrite<object>;
  /** Updates what the pages show of it. @param written the record's fields, as far as they're known */
  refresh(written?: object): Promise<void>;
  /** False if writing the old values would need confirmation. */
  undoable?: boolean;
}

/** What the fields are called, by name. */
type Labels = Readonly<Record<string, string | { label: string }>>;

/** Edits a record: only changed fields are sent, and other people's changes to the same record are kept. */
export function useRecordEdit<Fields extends object, Changes extends object>(
  edited: EditedRecord<Fields, Changes>,
) {
  const [base, setBase] = useState(edited.record);
  const { labels, lists = [], read, plan, refresh, undoable = true } = edited;
  // Without a function of its own, the changes are some of the values.
  const { changesOf = (record, values) => changesTo(record, values) as Changes } = edited;
  /** What saving would send; undefined if nothing changed. */
  function changes(values: object): Changes | undefined {
    const found = changesOf(base, values);
    return Object.keys(found).length === 0 ? undefined : found;
  }
  async function mergeAndWrite(found: Changes, settle: Settle) {
    const current = await read();
    const { data, conflicts } = merge(base, found, current, lists);
    // The next attempt replaces what this one rejects.
    const rejected = Object.entries(current).filter(([name]) => name in found && !lists.includes(name));
    setBase({ ...base, ...Object.fromEntries(rejected) });
    if (conflicts.length > 0) throw new ApiError('problem', 409, conflicts);
    const before = Object.fromEntries(Object.entries(current).filter(([name]) => name in found)) as Changes;
    return { data, before, current, result: await settle(plan(data).send()) };
  }
  /**
   * Saves values, announces that, and offers to undo it: an ordinary write of the old values, declined if one of the
   * fields has been changed again. Not offered if a job makes the change.
   * @param name of the record from then on
   * @returns false if someone else has deleted the record
   * @throws ApiError, also if someone else changed the same fields: the next attempt replaces their changes
   */
  async function save(values: object, settle: Settle, name = edited.name): Promise<boolean> {
    const found = changes(values);
    if (!found) {
      notify.success('Nothing changed');
      return true;
    }
    const written = await unlessGone(mergeAndWrite(found, settle), read);
    if (!written) return false;
    const { data, before, current, result } = written;
    if (!result.done) {
      await refresh();
      return true;
    }
    const saved = stored(data, result.record);
    await refresh({ ...current, ...saved });
    const restore = async () => {
      const restored = await settled(plan(before).send());
      await refresh(restored.done ? stored(before, restored.record) : undefined);
      return restored.done;
    };
    const undo = undoOffer({ name, saved, labels, read, restore });
    notify.success('Changes saved', msg`${name}`, { ...(undoable && { undo }) });
    return true;
  }
  /** The request that saving would send; undefined if nothing changed. */
  function preview(values: object) {
    const found = changes(values);
    return found && plan(found).preview();
  }
  return { changes, preview, save };
}

/** What was sent, as stored, which may differ in order or spelling. */
function stored(sent: object, record: object = {}): object {
  const fields = new Map(Object.entries(record));
  return Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, fields.get(key) ?? value]));
}

/**
 * Merges changes into a record that others may have changed since the form was opened.
 * @param base the record when the form was opened
 * @param lists see `EditedRecord`
 * @returns what to send, and a sentence per field that someone else changed to another value
 */
export function merge<Changes extends object>(
  base: object,
  changes: Changes,
  current: object,
  lists: readonly string[] = [],
): { data: Changes; conflicts: string[] } {
  const [before, now] = [new Map(Object.entries(base)), new Map(Object.entries(current))];
  const conflicts: string[] = [];
  const data = Object.entries(changes).map(([field, mine]) => {
    const theirs: unknown = now.get(field);
    if (lists.includes(field)) return [field, mergeMembers(before.get(field), mine, now.get(field))];
    if (!isSame(theirs, before.get(field)) && !isSame(theirs, mine)) {
      const what = typeof theirs === 'string' ? ` to “${theirs}”` : '';
      conflicts.push(`${field}: Someone else changed this${what}. Save again to replace it.`);
    }
    return [field, mine];
  });
  return { data: Object.fromEntries(data) as Changes, conflicts };
}

/** A list's current members, with one's own additions and removals. @param base the members when the form was opened */
function mergeMembers(base: string[], mine: string[], current: string[]): string[] {
  const kept = current.filter((member) => mine.includes(member) || !base.includes(member));
  const added = mine.filter((member) => !base.includes(member) && !current.includes(member));
  return [...kept, ...added];
}

interface SavedChanges {
  /** The record's name, for the notifications. */
  name: string;
  /** The changed fields as they're stored now. */
  saved: object;
  labels: Labels;
  /** Reads the record again. @throws ApiError with a 404 if it no longer exists */
  read(): Promise<object>;
  /** Writes the old values and refetches. @returns false if a job makes the change */
  restore(): Promise<boolean>;
}

/** Undoes saved changes, unless one of the fields has been changed again. */
export function undoOffer({ name, saved, labels, read, restore }: SavedChanges): UndoOffer {
  const labelOf = (field: string) => {
    const known = labels[field] ?? field;
    return (typeof known === 'string' ? known : known.label).toLowerCase();
  };
  return {
    failure: msg`Couldn't undo the changes to ${name}`,
    run: async () => {
      const current = await read().catch((error: unknown) => {
        throw isStatus(error, 404) ? new Error('It no longer exists.') : error;
      });
      const again = Object.keys(changesTo(current, saved)).map(labelOf);
      if (again.length > 0)
        throw new Error(`Changed again since then: ${again.join(', ')}. Nothing was undone.`);
      if (await restore()) notify.success('Changes undone', msg`${name}`);
    },
  };
}
