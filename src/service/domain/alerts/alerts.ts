import { toleratedRejections } from '../../../contract/activity/alerts.ts';
import { signInCauses } from '../../../contract/oidc/sign-in-causes.ts';
import { userPath } from '../../../contract/access/users.ts';
import { defaultGroupId } from '../../../contract/groups/groups.ts';
import { changeAccess } from '../access/grants.ts';
import type { Clock } from '../clock.ts';
import { oidcOpPath } from '../oidc/oidc-op-record.ts';
import type { Stores, UnitOfWork } from '../ports.ts';
import type { RaisedAlert } from './alert-ports.ts';

const minute = 60_000;
const hour = 60 * minute;

const rejections = { most: toleratedRejections, within: 10 * minute, quiet: hour };
/** How long to wait after the first failures; later on, an hour. */
const retries = [minute, 5 * minute, 30 * minute];
const triedFor = 24 * hour;
/** How long alerts are kept, in milliseconds. */
export const alertsKeptFor = 2 * triedFor;

interface AlertingOptions {
  work: UnitOfWork;
  now: Clock;
  /** Sends an alert. @throws Error unless it was received */
  send(alert: RaisedAlert, stopping: AbortSignal): Promise<void>;
  onDelivered(): void;
  /** @param isLast whether it won't be tried again */
  onFailed(alert: RaisedAlert, error: unknown, isLast: boolean): void;
}

/**
 * Finds out what to alert about, and delivers it: each alert once, whichever instances do so. Both functions have a
 * loop of their own, so that nothing waits for slow receivers.
 */
export function createAlerting(options: AlertingOptions) {
  const { work, now, send, onDelivered, onFailed } = options;
  const { alerts } = work.stores;
  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds);
  const later = (milliseconds: number) => new Date(now().getTime() + milliseconds);

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

  /** @returns whether an alert was due */
  async function deliverNext(stopping: AbortSignal): Promise<boolean> {
    // Scheduled again before it's sent: if this process dies, another one takes over.
    const taken = await work.transaction(async (stores) => {
      const row = await stores.alerts.takeDue(now());
      if (!row) return undefined;
      const { attempts, ...alert } = row;
      const isLast = new Date(alert.at) <= ago(triedFor);
      await stores.alerts.attempted(alert.id, isLast ? null : later(retries[attempts] ?? hour));
      return { alert, isLast };
    });
    if (!taken) return false;
    try {
      await send(taken.alert, stopping);
    } catch (error) {
      // A stop isn't the receiver's failure: another instance, or the next start, tries soon.
      if (stopping.aborted) await alerts.postponed(taken.alert.id, now());
      else onFailed(taken.alert, error, taken.isLast);
      return true;
    }
    await alerts.delivered(taken.alert.id, now());
    onDelivered();
    return true;
  }

  return {
    look,
    /** Delivers what's due. */
    deliver: async (stopping: AbortSignal) => {
      while (!stopping.aborted && (await deliverNext(stopping)));
    },
  };
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
