import type { GroupCreate, GroupUpdate } from '../../contract/groups.ts';
import type { Caller } from '../domain/caller.ts';
import { createGroup, updateGroup } from '../domain/groups.ts';
import type { JobRow, Stores } from '../domain/ports.ts';
import { callerOf } from '../domain/sessions.ts';

/** A write that was asked for with `Prefer: respond-async`. Never one that carries a secret. */
export type Write =
  | { action: 'create-group'; parentId: number; values: GroupCreate }
  | { action: 'update-group'; id: number; values: GroupUpdate };

/** The kind of job that does a `Write`. */
export const writeKind = 'write';

/** Stores a write to be done in the background. */
export function enqueueWrite(stores: Stores, caller: Caller, write: Write): Promise<JobRow> {
  return stores.jobs.insert(caller.userId, writeKind, write, 'Waiting');
}

/**
 * Does a stored write as the user who asked for it, with the privileges that they have now.
 * @returns what happened, for the status message
 */
export async function performWrite(stores: Stores, userId: number, write: Write): Promise<string> {
  const caller = await callerOf(stores, userId);
  if (!caller) throw new Error('The user who asked for this is gone');
  if (write.action === 'create-group') {
    const row = await createGroup(stores, caller, write.parentId, write.values);
    return `Created the group ${row.name} as /groups/${row.id}`;
  }
  await updateGroup(stores, caller, write.id, write.values);
  return `Changed /groups/${write.id}`;
}
