import { toleratedRejections } from '../../../contract/activity/alerts.ts';
import { filledFields, type PublishedMetadata } from '../../../contract/oidc/metadata.ts';
import { userPath } from '../../../contract/access/users.ts';
import { defaultGroupId } from '../../../contract/groups/groups.ts';
import { changeAccess } from '../access/grants.ts';
import type { Clock } from '../clock.ts';
import { oidcOpPath } from '../oidc/oidc-op-record.ts';
import { MetadataFailure, type MetadataSource } from '../oidc/oidc-ports.ts';
import type { Stores, UnitOfWork } from '../ports.ts';
import { storable } from '../storable.ts';
import type { DueMetadata, RaisedAlert } from './alert-ports.ts';

const minute = 60_000;
const hour = 60 * minute;

const rejections = { most: toleratedRejections, within: 10 * minute, quiet: hour };
/** How many providers are looked at side by side. */
const looksAtOnce = 4;
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
  /** A provider couldn't be looked at. */
  onLookFailed(error: unknown): void;
  onDelivered(): void;
  /** @param isLast whether it won't be tried again */
  onFailed(alert: RaisedAlert, error: unknown, isLast: boolean): void;
}

/** Finds out what to alert about, and delivers it: each alert once, whichever instances do so. */
export function createAlerting(options: AlertingOptions) {
  const { work, now, metadata, send, onLookFailed, onDelivered, onFailed } = options;
  const { alerts } = work.stores;
  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds);
  const later = (milliseconds: number) => new Date(now().getTime() + milliseconds);

  /** Finds out what to alert about. */
  async function look(): Promise<void> {
    await work.transaction(async (stores) => {
      await stores.alerts.lock();
      await findRejections(stores);
      await findLastAdministrator(stores);
    });
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

  /** Finds out whose metadata has changed, which may take long. */
  async function checkDueMetadata(): Promise<void> {
    // One after another: takes at the same time would contend for the same provider.
    let taking = Promise.resolve<DueMetadata | undefined>(undefined);
    const take = () => (taking = taking.then(() => alerts.takeMetadata(ago(metadataInterval), now())));
    const lookAtNext = async (): Promise<void> => {
      // One provider's failure doesn't keep the others from being looked at.
      for (let due = await take(); due; due = await take()) await checkMetadata(due).catch(onLookFailed);
    };
    await Promise.all(Array.from({ length: looksAtOnce }, lookAtNext));
  }

  async function checkMetadata(due: DueMetadata): Promise<void> {
    let fetched: PublishedMetadata;
    try {
      fetched = await metadata(due.metadata_url);
    } catch (error) {
      if (!(error instanceof MetadataFailure)) throw error;
      return noteMetadata(due, undefined);
    }
    // As it's stored, or it would differ each time.
    await noteMetadata(due, JSON.parse(JSON.stringify(fetched, storable)) as PublishedMetadata);
  }

  /** @param published undefined if it can't be fetched, which is reported once, if it could before */
  async function noteMetadata(due: DueMetadata, published: PublishedMetadata | undefined): Promise<void> {
    const resource = oidcOpPath(due.id);
    const fields = filledFields.filter(
      (field) => due.published && published && published[field] !== due.published[field],
    );
    await work.transaction(async (stores) => {
      if (published) await stores.alerts.savePublished(due, published);
      const state = published ? 'there' : 'gone';
      const before = await stores.alerts.swapFact(`metadata of ${resource}`, state);
      const isGone = !published && due.published && before !== 'gone';
      const data = { resource, name: due.name, fields };
      if (fields.length > 0 || isGone) await stores.alerts.raise('provider.metadata_changed', now(), data);
    });
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
    look,
    checkDueMetadata,
    /** Delivers what's due. */
    deliver: async (stopping: AbortSignal) => {
      while (!stopping.aborted && (await deliverNext()));
    },
  };
}
