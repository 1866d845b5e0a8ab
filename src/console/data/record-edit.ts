import { useState } from 'react';
import { isStatus } from '../../client/errors.ts';
import { changesTo, isSame } from '../lib/changes-to.ts';
import { msg } from '../lib/text.ts';
import type { Conflicts } from '../ui/dialog/merge-dialog.tsx';
import { useQuestion } from '../ui/dialog/use-question.ts';
import type { NextStep } from './notifications/notification-body.tsx';
import { notify, type UndoOffer } from './notifications/notify.ts';
import { type PlannedWrite, type Written, unlessGone } from './write.ts';

/** A record that is edited. */
export interface EditedRecord<Changes extends object> {
  /** The record as it was when the form was opened. */
  record: object;
  name: string;
  labels: Labels;
  /** The values that differ from a record's, as they are sent. By default, those that aren't the same. */
  changesOf?(base: object, values: object): Changes;
  /** Fields holding lists: additions and removals are merged with other people's, instead of asked about. */
  lists?: readonly string[];
  /** Fields whose changes by others are asked about, even if they weren't changed here: what's typed depends on them. */
  guarded?(): readonly string[];
  /** Asks before some values are saved. @returns whether to save them */
  confirm?(base: object, values: object): Promise<boolean>;
  /** Reads the record again. @throws ApiError with a 404 if it no longer exists */
  read(): Promise<object>;
  /** The write of changes. @param current the record before it, as far as it's known */
  plan(data: Changes, current: object): PlannedWrite<object>;
  /** Updates what the pages show of it. @param written the record's fields, as far as they're known */
  refresh(written?: object): Promise<void>;
  /** Shows what was chosen where others had changed the same fields. */
  onMerged?(values: object): void;
  /** @param now the record, as far as it's known */
  onSaved?(now: object): void;
  /** False if writing the old values would need confirmation. @param before these values @param now the saved record */
  undoable?(before: object, now: object): boolean;
  /** What to do next, offered while the notification is shown. */
  next?(data: Changes): NextStep | undefined;
}

/** What the fields of a form or record are called, by name. */
export type Labels = Readonly<Record<string, string | { label: string }>>;

/** What a field is called; its name if that isn't known. */
export function labelOf(labels: Labels, name: string): string {
  const known = labels[name] ?? name;
  return typeof known === 'string' ? known : known.label;
}

/** How saving a record ended. `cancelled`: the user keeps editing. `gone`: someone else has deleted it. */
type Outcome = 'saved' | 'job' | 'cancelled' | 'gone';

/** Edits a record: only changed fields are sent, and other people's changes to the same record are kept. */
export function useRecordEdit<Changes extends object>(edited: EditedRecord<Changes>) {
  const [base, setBase] = useState(edited.record);
  const [conflicts, ask] = useQuestion<Conflicts, object>();
  const { labels, lists = [], read, plan, refresh, confirm = async () => true } = edited;
  // Without a function of its own, the changes are some of the values.
  const { changesOf = (before: object, values: object) => changesTo(before, values) as Changes } = edited;
  /** What saving would send; undefined if nothing changed. */
  function changes(values: object): Changes | undefined {
    const found = changesOf(base, values);
    return Object.keys(found).length === 0 ? undefined : found;
  }
  /** @param from what `values` were typed over @returns undefined if the user keeps editing */
  async function mergeAndWrite(from: object, values: object): Promise<Attempt<Changes> | undefined> {
    if (!(await confirm(from, values))) return undefined;
    const current = await read();
    const merged = merge(from, values, current, lists, edited.guarded?.());
    if (merged.conflicts.length === 0) return writeTo(current, merged.values);
    void refresh(current);
    const fields = merged.conflicts.map((each) => ({ ...each, label: labelOf(labels, each.field) }));
    const chosen = await ask({ name: edited.name, fields });
    if (!chosen) return undefined;
    const next = { ...merged.values, ...chosen };
    setBase(current);
    edited.onMerged?.(next);
    // Others may have saved while the question was open.
    return mergeAndWrite(current, next);
  }
  async function writeTo(current: object, values: object): Promise<Attempt<Changes>> {
    const data = changesOf(current, values);
    // An attempt whose response was lost may have saved it.
    const isSaved = Object.keys(data).length === 0;
    const result: Written<object> = isSaved
      ? { done: true, record: current }
      : await plan(data, current).send();
    return { data, current, result, isSaved };
  }
  /**
   * Saves values, announces that, and offers to undo it: an ordinary write of the old values, declined if one of the
   * fields has been changed again. Not offered if a job makes the change, or if the old values aren't known.
   * @param name of the record from then on
   * @throws ApiError
   */
  async function save(values: object, name = edited.name): Promise<Outcome> {
    if (!changes(values)) {
      notify.success('Nothing changed');
      return 'saved';
    }
    const written = await unlessGone(
      mergeAndWrite(base, values).then((attempt) => ({ attempt })),
      read,
    );
    if (!written) return 'gone';
    if (!written.attempt) return 'cancelled';
    const { data, current, result, isSaved } = written.attempt;
    if (!result.done) {
      await refresh();
      return 'job';
    }
    const saved = stored(data, current, result.record);
    const now = { ...current, ...result.record, ...saved };
    edited.onSaved?.(now);
    await refresh(now);
    const before = Object.fromEntries(Object.entries(current).filter(([field]) => field in data)) as Changes;
    const restore = async () => {
      const restored = await plan(before, now).send();
      const back = { ...now, ...restored.record, ...stored(before, now, restored.record) };
      await refresh(restored.done ? back : undefined);
      return restored.done;
    };
    const isKnown = Object.keys(data).every((field) => field in current);
    const isUndoable = isKnown && !isSaved && (edited.undoable?.(before, now) ?? true);
    const undo = undoOffer({ name, oldName: edited.name, saved, labels, read, restore, refresh });
    const next = edited.next?.(data);
    notify.success('Changes saved', msg`${name}`, { ...(isUndoable && { undo }), ...(next && { next }) });
    return 'saved';
  }
  /** The request that saving would send; undefined if nothing changed. */
  function preview(values: object) {
    const found = changes(values);
    return found && plan(found, base).preview();
  }
  return { base, setBase, changes, preview, save, conflicts };
}

/** A write that was sent, unless the record had its values already. */
interface Attempt<Changes> {
  data: Changes;
  current: object;
  result: Written<object>;
  isSaved: boolean;
}

/** What was sent, as stored, which may differ in order or spelling. Without what no record has, such as secrets. */
function stored(sent: object, before: object, record: object = {}): object {
  const fields = new Map(Object.entries(record));
  const readable = Object.entries(sent).filter(([field]) => field in before);
  return Object.fromEntries(readable.map(([field, value]) => [field, fields.get(field) ?? value]));
}

/** A field that two people changed to different values. */
type Conflict = Omit<Conflicts['fields'][number], 'label'>;

/**
 * Merges values with a record that others may have changed since the form was opened.
 * @param base the record when the form was opened
 * @param lists see `EditedRecord`
 * @param guarded see `EditedRecord`
 * @returns the values, one's own where both changed a field, and the fields to ask about
 */
export function merge<Values extends object>(
  base: object,
  mine: Values,
  current: object,
  lists: readonly string[] = [],
  guarded: readonly string[] = [],
): { values: Values; conflicts: Conflict[] } {
  const [before, now] = [new Map(Object.entries(base)), new Map(Object.entries(current))];
  const conflicts: Conflict[] = [];
  const values = Object.entries(mine).map(([field, value]) => {
    const [was, theirs]: unknown[] = [before.get(field), now.get(field)];
    const isChanged = !isSame(value, was);
    if (!isChanged && !guarded.includes(field)) return [field, theirs];
    if (lists.includes(field)) return [field, mergeMembers(before.get(field), value, now.get(field))];
    if (!isSame(theirs, was) && !isSame(theirs, value))
      conflicts.push({ field, base: was, mine: value, theirs });
    return [field, isChanged ? value : theirs];
  });
  return { values: Object.fromEntries(values) as Values, conflicts };
}

/**
 * Applies unsaved values to a newer record.
 * @returns the values, and what they're typed over now: the record, except where it has changed, too, so that saving asks
 */
export function reapply<Values extends object>(
  base: object,
  mine: Values,
  record: object,
): { base: object; mine: Values } {
  const { values, conflicts } = merge(base, mine, record);
  const typedOver = Object.fromEntries(conflicts.map((conflict) => [conflict.field, conflict.base]));
  return { base: { ...record, ...typedOver }, mine: values };
}

/** A list's current members, with one's own additions and removals. @param base the members when the form was opened */
function mergeMembers(base: string[], mine: string[], current: string[]): string[] {
  const kept = current.filter((member) => mine.includes(member) || !base.includes(member));
  const added = mine.filter((member) => !base.includes(member) && !current.includes(member));
  return [...kept, ...added];
}

interface SavedChanges extends Pick<EditedRecord<object>, 'name' | 'labels' | 'read' | 'refresh'> {
  /** The record's name before the changes. */
  oldName: string;
  /** The changed fields as they're stored now. */
  saved: object;
  /** Writes the old values and refetches. @returns false if a job makes the change */
  restore(): Promise<boolean>;
}

/** Undoes saved changes, unless one of the fields has been changed again. */
export function undoOffer(changes: SavedChanges): UndoOffer {
  const { name, oldName, saved, labels, read, restore, refresh } = changes;
  const declined = (reason: string) => {
    void refresh();
    return new Error(reason);
  };
  return {
    failure: msg`Couldn't undo the changes to ${name}`,
    run: async () => {
      const current = await read().catch((error: unknown) => {
        throw isStatus(error, 404) ? declined('It no longer exists.') : error;
      });
      const again = Object.keys(changesTo(current, saved)).map((field) =>
        labelOf(labels, field).toLowerCase(),
      );
      if (again.length > 0)
        throw declined(`Changed again since then: ${again.join(', ')}. Nothing was undone.`);
      if (await restore()) notify.success('Changes undone', msg`${oldName}`);
    },
  };
}
