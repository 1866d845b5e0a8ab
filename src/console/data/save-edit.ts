import { msg } from '../lib/text.ts';
import { changesTo } from '../lib/edit/changes-to.ts';
import type { Edit } from '../lib/edit/use-edit.ts';
import { notify, type UndoOffer } from './notifications/notify.ts';
import { settled } from './read-back.ts';
import { unlessGone } from './unless-gone.ts';
import type { Settle } from './use-settle.ts';
import type { WriteResult } from './write.ts';

interface SaveEdit<Changes> {
  /** The record's name, for the notifications. */
  name: string;
  settle: Settle;
  /** Sends changes to the service. */
  write(data: Changes): Promise<WriteResult<object>>;
  /** Reads the record, to find out whether it still exists. */
  read(): Promise<unknown>;
  /** Refetches what the pages show of it. */
  refresh(): Promise<void>;
  /** False if writing the old values would need confirmation. */
  undoable?: boolean;
}

/** The forms' labels for fields that aren't called the same in the API. */
const labels: Readonly<Record<string, string>> = {
  display_name: 'name',
  group_resource: 'group',
  role_resources: 'roles',
  group_resources: 'groups',
  features: 'grants',
};

/**
 * Saves what a form changes, announces that, and offers to undo it: an ordinary write of the old values, declined if
 * one of the fields has been changed again. Not offered if a job makes the change, or if the service can't return the
 * record to check that.
 * @returns false if someone else has deleted the record
 * @throws EditConflict, ApiError
 */
export async function saveEdit<Values, Changes extends object>(
  edit: Edit<Values, Changes>,
  values: Values,
  { name, settle, write, read, refresh, undoable = true }: SaveEdit<Changes>,
): Promise<boolean> {
  const changes = edit.changes(values);
  if (!changes) {
    notify.success('Nothing changed');
    return true;
  }
  const mergeAndWrite = async () => {
    const { data, before } = await edit.merge(changes);
    return { data, before, result: await settle(write(data)) };
  };
  const written = await unlessGone(mergeAndWrite(), read);
  if (!written) return false;
  const { data, before, result } = written;
  await refresh();
  if (!result.done) return true;
  const stored = new Map(Object.entries(result.record ?? {}));
  // As stored, which may differ from what was sent in order or spelling.
  const saved = Object.fromEntries(Object.entries(data).map(([key, sent]) => [key, stored.get(key) ?? sent]));
  const restore = async () => {
    const { done } = await settled(write(before ?? data));
    await refresh();
    return done;
  };
  notify.success('Changes saved', msg`${name}`, {
    ...(before && undoable && { undo: undoOffer({ name, saved, reload: edit.reload, restore }) }),
  });
  return true;
}

interface SavedChanges {
  /** The record's name, for the notifications. */
  name: string;
  /** The changed fields as they're stored now. */
  saved: object;
  /** Reads the record again; undefined if it no longer exists. */
  reload(): Promise<object | undefined>;
  /** Writes the old values and refetches. @returns false if a job makes the change */
  restore(): Promise<boolean>;
}

/** Undoes saved changes, unless one of the fields has been changed again. */
export function undoOffer({ name, saved, reload, restore }: SavedChanges): UndoOffer {
  return {
    failure: msg`Couldn't undo the changes to ${name}`,
    run: async () => {
      const current = await reload();
      if (!current) throw new Error('It no longer exists.');
      const again = Object.keys(changesTo(current, saved)).map((field) => labels[field] ?? field);
      if (again.length > 0)
        throw new Error(`Changed again since then: ${again.join(', ')}. Nothing was undone.`);
      if (await restore()) notify.success('Changes undone', msg`${name}`);
    },
  };
}
