import type { OidcOpCreate, OidcOpUpdate } from '../../contract/oidc/oidc-ops.ts';
import type { Acting, Caller } from '../domain/access/caller.ts';
import { callerOf } from '../domain/access/sessions.ts';
import { Problem } from '../domain/problem.ts';
import { enqueueJob } from '../domain/jobs.ts';
import { oidcOpPath } from '../domain/oidc/oidc-op-record.ts';
import {
  deleteOidcOp,
  getOidcOp,
  prepareCreation,
  prepareUpdate,
  requireIdentity,
  requireOidc,
  storeCreation,
  storeUpdate,
  type OidcOpTools,
  type Sealed,
} from '../domain/oidc/oidc-ops.ts';
import { adoptDraftTest } from '../domain/oidc/sign-in-tests.ts';
import type { OidcOpRow } from '../domain/oidc/oidc-ports.ts';
import type { JobRow, Stores } from '../domain/ports.ts';
import { callerOfJob, type Claim } from './claim.ts';
import { msg } from '../../contract/isolate.ts';

/** A write of an OIDC configuration with `Prefer: respond-async`. Its secret is already sealed. */
export type OidcOpWrite =
  | { action: 'create'; id: number; values: Sealed<OidcOpCreate> }
  | { action: 'update'; id: number; values: Sealed<OidcOpUpdate> }
  | { action: 'delete'; id: number };

export const writeOidcOpKind = 'write-oidc-op';

/** Queues a write. @throws Problem 403, 404, 429 */
export async function enqueueOidcOpWrite(acting: Acting, write: OidcOpWrite): Promise<JobRow> {
  await requireOidc(acting, 'rw');
  const before = write.action === 'create' ? undefined : await getOidcOp(acting, write.id);
  if (write.action !== 'delete') await requireIdentity(acting, before, write.values.sealed);
  return enqueueJob(acting, writeOidcOpKind, write, 'Queued');
}

/** Performs a queued write as the user who requested it. Fetches metadata first; the write and the job's end are one transaction. */
export function writeOidcOp(tools: OidcOpTools): (claim: Claim) => Promise<void> {
  return async (claim) => {
    const caller = await callerOfJob(claim.stores, claim.job);
    const write = claim.job.payload as OidcOpWrite;
    const store = await prepareOidcOpWrite({ stores: claim.stores, caller }, tools, write);
    await claim.step(async (stores) => {
      const { name } = await store(stores);
      const path = oidcOpPath(write.id);
      const messages = {
        create: msg`Created the OIDC configuration ${name} as ${path}`,
        update: `Changed ${path}`,
        delete: msg`Deleted the OIDC configuration ${name}`,
      };
      await claim.finish(stores, messages[write.action]);
    });
  };
}

/** Fetches what a write needs. @returns the work to do in a transaction, which returns the configuration */
export async function prepareOidcOpWrite(
  acting: Acting,
  tools: OidcOpTools,
  write: OidcOpWrite,
): Promise<(stores: Stores) => Promise<OidcOpRow>> {
  const { caller } = acting;
  const { id } = write;
  if (write.action === 'delete') return (stores) => deleteOidcOp({ stores, caller }, id);
  const adopt = (stores: Stores, row: OidcOpRow) => adoptDraftTest(stores, tools.secrets, caller, row);
  if (write.action === 'create') {
    const row = await prepareCreation(acting, tools, id, write.values);
    return async (stores) => {
      await requireIdentity(await actingNow(stores, caller), undefined, row);
      return adopt(stores, await storeCreation(stores, caller, row));
    };
  }
  const changes = await prepareUpdate(acting, tools, id, write.values);
  return async (stores) => {
    // What was unchanged when it was prepared may be a change by now.
    const before = await stores.oidcOps.lock(id);
    const current = await actingNow(stores, caller);
    if (before) await requireIdentity(current, before, changes);
    return adopt(stores, await storeUpdate(stores, caller, id, changes));
  };
}

/** The caller with their current privileges: fetching metadata may have taken long. @throws Problem 401, 403 */
async function actingNow(stores: Stores, caller: Caller): Promise<Acting> {
  const current = await callerOf(stores, caller.userId, caller.via);
  if (!current) throw new Problem(401, ['you no longer exist or are suspended']);
  const acting = { stores, caller: current };
  await requireOidc(acting, 'rw');
  return acting;
}
