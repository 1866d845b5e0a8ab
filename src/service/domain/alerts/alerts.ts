import { toleratedRejections } from '../../../contract/activity/alerts.ts';
import { signInCauses } from '../../../contract/oidc/sign-in-causes.ts';
import { userPath } from '../../../contract/access/users.ts';
import { defaultGroupId } from '../../../contract/groups/groups.ts';
import { changeAccess } from '../access/grants.ts';
import type { Clock } from '../clock.ts';
import { oidcOpPath } from '../oidc/oidc-op-record.ts';
import type { Stores, UnitOfWork } from '../ports.ts';

const minute = 60_000;
const hour = 60 * minute;

const rejections = { most: toleratedRejections, within: 10 * minute, quiet: hour };

interface AlertingOptions {
  work: UnitOfWork;
  now: Clock;
}

/** Finds out what to alert about. */
export function createAlerting({ work, now }: AlertingOptions) {
  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds);

  /** Finds out what to alert about in the database. */
  async function look(): Promise<void> {
    await work.transaction(async (stores) => {
      await stores.alerts.lock();
      await findRejections(stores);
      await findLastAdministrator(stores, now());
    });
  }

  async function findRejections(stores: Stores): Promise<void> {
    const { within, most, quiet } = rejections;
    for (const { id, cause, ...provider } of await stores.alerts.rejecting(ago(within), most, ago(quiet))) {
      const { reason } = signInCauses[cause];
      const about = { resource: oidcOpPath(id), ...provider, cause, reason };
      await stores.alerts.raise('provider.rejections', now(), about);
    }
  }

  return { look };
}

/** When only one administrator is left who can sign in with a password, or when it's another one than before. */
async function findLastAdministrator(stores: Stores, at: Date): Promise<void> {
  const { feature, privilege } = changeAccess;
  const id = await stores.alerts.onlyHolder(defaultGroupId, feature, privilege);
  const user = id === null ? '' : userPath(id);
  const before = await stores.alerts.swapFact('last_administrator', user);
  if (before !== undefined && user !== '' && user !== before)
    await stores.alerts.raise('administrator.last_changed', at, { user });
}
