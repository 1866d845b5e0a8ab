import type { Role, RoleCreate, RoleUpdate } from '../../contract/access/roles.ts';
import type { User, UserCreate, UserUpdate } from '../../contract/access/users.ts';
import type { Caller, Acting } from '../domain/access/caller.ts';
import { createGroup, updateGroup } from '../domain/groups/groups.ts';
import { enqueueJob } from '../domain/jobs.ts';
import type { JobRow, UnitOfWork } from '../domain/ports.ts';
import { createRole, deleteRole, getRole, updateRole } from '../domain/access/roles.ts';
import { roleRecord } from '../domain/access/role-record.ts';
import { userRecord } from '../domain/access/user-record.ts';
import { groupRecord } from '../domain/groups/group-record.ts';
import { callerOfJob, type Claim } from './claim.ts';
import { createUser, deleteUser, updateUser, type Hashed } from '../domain/access/users.ts';
import { deleteApiKey } from '../domain/access/api-keys.ts';
import { msg } from '../../contract/isolate.ts';
import type { Group, GroupCreate, GroupUpdate } from '../../contract/groups/groups.ts';

/** What writes with `Prefer: respond-async` need, and their responses' bodies. */
export interface Writes {
  'create-group': [{ parentId: number; values: GroupCreate }, Group];
  'update-group': [{ id: number; values: GroupUpdate }, Record<string, never>];
  'create-user': [{ values: Hashed<UserCreate> }, User];
  'update-user': [{ id: number; values: Hashed<UserUpdate> }, User];
  'delete-user': [{ id: number }, User];
  'delete-api-key': [{ userId: number; id: number }, Record<string, never>];
  'create-role': [{ values: RoleCreate }, Role];
  'update-role': [{ id: number; values: RoleUpdate }, Role];
  'delete-role': [{ id: number }, Role];
}

type Action = keyof Writes;

/** A write, as a job stores it. Contains a password's hash until it's done. */
export type Write<A extends Action = Action> = { action: A } & Writes[A][0];

const writes: {
  [A in Action]: (acting: Acting, wanted: Writes[A][0]) => Promise<[body: Writes[A][1], message: string]>;
} = {
  'create-group': async (acting, { parentId, values }) => {
    const row = await createGroup(acting, parentId, values);
    return [groupRecord(row), msg`Created the group ${row.name} as /groups/${row.id}`];
  },
  'update-group': async (acting, { id, values }) => {
    await updateGroup(acting, id, values);
    return [{}, `Changed /groups/${id}`];
  },
  'create-user': async (acting, { values }) => {
    const row = await createUser(acting, values);
    return [userRecord(row), msg`Created the user ${row.login} as /users/${row.id}`];
  },
  'update-user': async (acting, { id, values }) => [
    userRecord(await updateUser(acting, id, values)),
    `Changed /users/${id}`,
  ],
  'delete-user': async (acting, { id }) => {
    const row = await deleteUser(acting, id);
    return [userRecord(row), msg`Deleted the user ${row.login}`];
  },
  'delete-api-key': async (acting, { userId, id }) => {
    await deleteApiKey(acting, userId, id);
    return [{}, `Revoked /users/${userId}/api_keys/${id}`];
  },
  'create-role': async (acting, { values }) => {
    const row = await createRole(acting, values);
    return [await roleRecord(acting, row), msg`Created the role ${row.name} as /roles/${row.id}`];
  },
  'update-role': async (acting, { id, values }) => [
    await roleRecord(acting, await updateRole(acting, id, values)),
    `Changed /roles/${id}`,
  ],
  'delete-role': async (acting, { id }) => {
    // Read before the deletion, so that the response still names the role's users.
    const record = await roleRecord(acting, await getRole(acting, id));
    await deleteRole(acting, id);
    return [record, msg`Deleted the role ${record.name}`];
  },
};

/** Performs a write, in a transaction. @returns the response's body, and a job's message */
export function performWrite<A extends Action>(acting: Acting, write: Write<A>) {
  return writes[write.action](acting, write);
}

export const writeKind = 'write';

class RolledBack extends Error {}

/**
 * Queues a write, after doing it and rolling it back, so that the client gets its problems immediately.
 * @throws Problem as the same write without a job would; 429
 */
export async function enqueueWrite(work: UnitOfWork, caller: Caller, write: Write): Promise<JobRow> {
  try {
    await work.transaction(async (stores) => {
      await performWrite({ stores, caller }, write);
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return enqueueJob({ stores: work.stores, caller }, writeKind, write, 'Queued');
}

/** Performs a queued write. The write and the job's end are one transaction: a crash between them would repeat the write. */
export async function doWrite(claim: Claim): Promise<void> {
  await claim.step(async (stores) => {
    const caller = await callerOfJob(stores, claim.job);
    const [, message] = await performWrite({ stores, caller }, claim.job.payload as Write);
    await claim.finish(stores, message);
  });
}
