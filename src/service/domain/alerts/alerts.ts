import { toleratedRejections } from '../../../contract/activity/alerts.ts';
import { signInCauses } from '../../../contract/oidc/sign-in-causes.ts';
import { userPath } from '../../../contract/access/users.ts';
import { defaultGroupId } from '../../../contract/groups/groups.ts';
import { changeAccess } from '../access/grants.ts';
import { oidcOpPath } from '../oidc/oidc-op-record.ts';
import type { Stores, UnitOfWork } from '../ports.ts';

const minute = 60_000;

/** Finds out what to alert about in the database. */
export async function findAlerts(work: UnitOfWork, at: Date): Promise<void> {
  await work.transaction(async (stores) => {
    await stores.alerts.lock();
    await findRejections(stores, at);
    await findLastAdministrator(stores, at);
  });
}

async function findRejections({ alerts }: Stores, at: Date): Promise<void> {
  const ago = (minutes: number) => new Date(at.getTime() - minutes * minute);
  for (const { id, cause, ...provider } of await alerts.rejecting(ago(10), toleratedRejections, ago(60))) {
    const { reason } = signInCauses[cause];
    await alerts.raise('provider.rejections', at, { resource: oidcOpPath(id), ...provider, cause, reason });
  }
}

/** When only one administrator is left who can sign in with a password, or when it's another one than before. */
async function findLastAdministrator({ alerts, roles }: Stores, at: Date): Promise<void> {
  const { feature, privilege } = changeAccess;
  const { withPassword } = await roles.holdersOn(defaultGroupId, feature, privilege);
  const [id] = withPassword;
  const user = id === undefined || withPassword.length > 1 ? '' : userPath(id);
  const before = await alerts.swapFact('last_administrator', user);
  if (before !== undefined && user !== '' && user !== before)
    await alerts.raise('administrator.last_changed', at, { user, ...(before && { before }) });
}
