import type { RoleCreate, RoleUpdate } from '../../contract/access/roles.ts';
import type { UserCreate, UserUpdate } from '../../contract/access/users.ts';
import type { Caller, Acting } from '../domain/access/caller.ts';
import { createGroup, updateGroup } from '../domain/groups/groups.ts';
import { enqueueJob } from '../domain/jobs.ts';
import type { JobRow, UnitOfWork } from '../domain/ports.ts';
import { createRole, deleteRole, updateRole } from '../domain/access/roles.ts';
import { callerOfJob, type Claim } from './claim.ts';
import { createUser, deleteUser, updateUser, type Hashed } from '../domain/access/users.ts';
import { deleteApiKey } from '../domain/access/api-keys.ts';
import { msg } from '../../contract/isolate.ts';
import type { GroupCreate, GroupUpdate } from '../../contract/groups/groups.ts';

/** A write with `Prefer: respond-async`. Contains a password's hash until it's done. */
export type Write =
  | { action: 'create-group'; parentId: number; values: GroupCreate }
  | { action: 'update-group'; id: number; values: GroupUpdate }
  | { action: 'create-user'; values: Hashed<UserCreate> }
  | { action: 'update-user'; id: number; values: Hashed<UserUpdate> }
  | { action: 'delete-user'; id: number }
  | { action: 'delete-api-key'; userId: number; id: number }
  | { action: 'create-role'; values: RoleCreate }
  | { action: 'update-role'; id: number; values: RoleUpdate }
  | { action: 'delete-role'; id: number };

/** The job kind of a `Write`. */
export const writeKind = 'write';

/**
 * Queues a write.
 * @throws Problem as the same write without a job would; 429
 */
export async function enqueueWrite(work: UnitOfWork, caller: Caller, write: Write): Promise<JobRow> {
  await rehearse(work, caller, write);
  return enqueueJob({ stores: work.stores, caller }, writeKind, write, 'Queued');
}

class RolledBack extends Error {}

/** Performs a write and rolls it back, so that the client gets its problems immediately. */
async function rehearse(work: UnitOfWork, caller: Caller, write: Write): Promise<void> {
  try {
    await work.transaction(async (stores) => {
      await performWrite({ stores, caller }, write);
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
}

/** Performs a queued write. The write and the job's end are one transaction: a crash between them would repeat the write. */
export async function doWrite(claim: Claim): Promise<void> {
  await claim.step(async (stores) => {
    const caller = await callerOfJob(stores, claim.job);
    await claim.finish(stores, await performWrite({ stores, caller }, claim.job.payload as Write));
  });
}

/** Performs a write. @returns the status message */
async function performWrite(acting: Acting, write: Write): Promise<string> {
  switch (write.action) {
    case 'create-group': {
      const row = await createGroup(acting, write.parentId, write.values);
      return msg`Created the group ${row.name} as /groups/${row.id}`;
    }
    case 'update-group':
      await updateGroup(acting, write.id, write.values);
      return `Changed /groups/${write.id}`;
    case 'create-user': {
      const row = await createUser(acting, write.values);
      return msg`Created the user ${row.login} as /users/${row.id}`;
    }
    case 'update-user':
      await updateUser(acting, write.id, write.values);
      return `Changed /users/${write.id}`;
    case 'delete-user':
      return msg`Deleted the user ${(await deleteUser(acting, write.id)).login}`;
    case 'delete-api-key':
      await deleteApiKey(acting, write.userId, write.id);
      return `Revoked /users/${write.userId}/api_keys/${write.id}`;
    case 'create-role': {
      const row = await createRole(acting, write.values);
      return msg`Created the role ${row.name} as /roles/${row.id}`;
    }
    case 'update-role':
      await updateRole(acting, write.id, write.values);
      return `Changed /roles/${write.id}`;
    case 'delete-role':
      return msg`Deleted the role ${(await deleteRole(acting, write.id)).name}`;
  }
}
