import type { OidcOpCreate, OidcOpUpdate } from '../../contract/oidc/oidc-ops.ts';
import type { Acting } from '../domain/access/caller.ts';
import { enqueueJob } from '../domain/jobs.ts';
import { oidcOpPath } from '../domain/oidc/oidc-op-record.ts';
import {
  deleteOidcOp,
  getOidcOp,
  prepareCreation,
  prepareUpdate,
  requireOidc,
  storeCreation,
  storeUpdate,
  type OidcOpTools,
  type Sealed,
} from '../domain/oidc/oidc-ops.ts';
import { adoptDraftTest } from '../domain/oidc/sign-in-tests.ts';
import type { JobRow, Stores } from '../domain/ports.ts';
import { callerOfJob, type Claim } from './claim.ts';
import { msg } from '../../contract/isolate.ts';

/** A write of an OIDC configuration with `Prefer: respond-async`. Its secret is already sealed. */
export type OidcOpWrite =
  | { action: 'create'; id: number; values: Sealed<OidcOpCreate> }
  | { action: 'update'; id: number; values: Sealed<OidcOpUpdate> }
  | { action: 'delete'; id: number };

/** The job kind of an `OidcOpWrite`. */
export const writeOidcOpKind = 'write-oidc-op';

/** Queues a write. @throws Problem 403, 404, 429 */
export async function enqueueOidcOpWrite(acting: Acting, write: OidcOpWrite): Promise<JobRow> {
  await requireOidc(acting, 'rw');
  if (write.action !== 'create') await getOidcOp(acting, write.id);
  return enqueueJob(acting, writeOidcOpKind, write, 'Queued');
}

/** Performs a queued write as the user who requested it. Fetches metadata first; the write and the job's end are one transaction. */
export function writeOidcOp(tools: OidcOpTools): (claim: Claim) => Promise<void> {
  return async (claim) => {
    const caller = await callerOfJob(claim.stores, claim.job);
    const acting = { stores: claim.stores, caller };
    const perform = await prepared(acting, tools, claim.job.payload as OidcOpWrite);
    await claim.step(async (stores) => {
      await claim.finish(stores, await perform(stores));
    });
  };
}

/** @returns the work to do in a transaction, which returns the status message */
async function prepared(
  before: Acting,
  tools: OidcOpTools,
  write: OidcOpWrite,
): Promise<(stores: Stores) => Promise<string>> {
  const { caller } = before;
  const path = oidcOpPath(write.id);
  switch (write.action) {
    case 'create': {
      const row = await prepareCreation(before, tools, write.id, write.values);
      return async (stores) => {
        await adoptDraftTest(stores, tools.secrets, caller, await storeCreation(stores, caller, row));
        return msg`Created the OIDC configuration ${row.name} as ${path}`;
      };
    }
    case 'update': {
      const changes = await prepareUpdate(before, tools, write.id, write.values);
      return async (stores) => {
        const row = await storeUpdate(stores, caller, write.id, changes);
        await adoptDraftTest(stores, tools.secrets, caller, row);
        return `Changed ${path}`;
      };
    }
    case 'delete':
      return async (stores) => {
        const { name } = await deleteOidcOp({ stores, caller }, write.id);
        return msg`Deleted the OIDC configuration ${name}`;
      };
  }
}
