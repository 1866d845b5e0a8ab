import { toleratedRejections } from '../../../contract/activity/alerts.ts';
import { filledFields } from '../../../contract/oidc/metadata.ts';
import { userPath } from '../../../contract/access/users.ts';
import { defaultGroupId } from '../../../contract/groups/groups.ts';
import { changeAccess } from '../access/grants.ts';
import type { Clock } from '../clock.ts';
import { oidcOpPath } from '../oidc/oidc-op-record.ts';
import { MetadataFailure, type MetadataSource } from '../oidc/oidc-ports.ts';
import type { Stores, UnitOfWork } from '../ports.ts';
import type { RaisedAlert } from './alert-ports.ts';

const minute = 60_000;
const hour = 60 * minute;

const rejections = { most: toleratedRejections, within: 10 * minute, quiet: hour };
const metadataInterval = 6 * hour;
/** How long to wait after the first failures; later on, an hour. */
const retries = [minute, 5 * minute, 30 * minute];
const triedFor = 24 * hour;
/** How long alerts are kept, in milliseconds. */
export const alertsKeptFor = 2 * triedFor;

interface AlertingOptions {
  work: UnitOfWork;
  now: Clock;
  metadata: MetadataSource;
  /** Sends an alert. @throws Error unless it was received */
  send(alert: RaisedAlert): Promise<void>;
  onDelivered(): void;
  /** @param isLast whether it won't be tried again */
  onFailed(alert: RaisedAlert, error: unknown, isLast: boolean): void;
}

/** Finds out what to alert about, and delivers it: each alert once, whichever instances do so. */
export function createAlerting({ work, now, metadata, send, onDelivered, onFailed }: AlertingOptions) {
  const { alerts } = work.stores;
  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds);
  const later = (milliseconds: number) => new Date(now().getTime() + milliseconds);

  async function findOut(): Promise<void> {
    await work.transaction(async (stores) => {
      await stores.alerts.lock();
      await findRejections(stores);
      await findLastAdministrator(stores);
    });
    await checkMetadata();
  }

  async function findRejections(stores: Stores): Promise<void> {
    const { within, most, quiet } = rejections;
    for (const { id, ...provider } of await stores.alerts.rejecting(ago(within), most, ago(quiet)))
      await stores.alerts.raise('provider.rejections', now(), { resource: oidcOpPath(id), ...provider });
  }

  /** When only one administrator is left who can sign in with a password, or when it's another one than before. */
  async function findLastAdministrator(stores: Stores): Promise<void> {
    const { feature, privilege } = changeAccess;
    const id = await stores.alerts.onlyHolder(defaultGroupId, feature, privilege);
    const user = id === null ? '' : userPath(id);
    const before = await stores.alerts.swapFact('last_administrator', user);
    if (before !== undefined && user !== '' && user !== before)
      await stores.alerts.raise('administrator.last_changed', now(), { user });
  }

  async function checkMetadata(): Promise<void> {
    for (;;) {
      const due = await alerts.takeMetadata(ago(metadataInterval), now());
      if (!due) return;
      try {
        const published = await metadata(due.metadata_url);
        const fields = filledFields.filter(
          (field) => due.published && published[field] !== due.published[field],
        );
        await work.transaction(async (stores) => {
          await stores.alerts.savePublished(due, published);
          const data = { resource: oidcOpPath(due.id), name: due.name, fields };
          if (fields.length > 0) await stores.alerts.raise('provider.metadata_changed', now(), data);
        });
      } catch (error) {
        // The console shows what's wrong with it.
        if (!(error instanceof MetadataFailure)) throw error;
      }
    }
  }

  /** @returns whether an alert was due */
  async function deliverNext(): Promise<boolean> {
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
      await send(taken.alert);
    } catch (error) {
      onFailed(taken.alert, error, taken.isLast);
      return true;
    }
    await alerts.delivered(taken.alert.id, now());
    onDelivered();
    return true;
  }

  return {
    /** Finds out about alerts, and delivers what's due. */
    run: async () => {
      await findOut();
      while (await deliverNext());
    },
  };
}
