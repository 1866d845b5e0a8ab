import { toleratedRejections } from '../../../contract/activity/alerts.ts';
import { signInCauses } from '../../../contract/oidc/sign-in-causes.ts';
import { filledFields, type PublishedMetadata } from '../../../contract/oidc/metadata.ts';
import { userPath } from '../../../contract/access/users.ts';
import { defaultGroupId } from '../../../contract/groups/groups.ts';
import { changeAccess } from '../access/grants.ts';
import type { Clock } from '../clock.ts';
import { oidcOpPath } from '../oidc/oidc-op-record.ts';
import { MetadataFailure, type MetadataSource } from '../oidc/oidc-ports.ts';
import type { Stores, UnitOfWork } from '../ports.ts';
import { storable } from '../storable.ts';
import type { DueMetadata } from './alert-ports.ts';

const minute = 60_000;
const hour = 60 * minute;

const rejections = { most: toleratedRejections, within: 10 * minute, quiet: hour };
/** How many providers' metadata is fetched side by side. */
const checksAtOnce = 4;
const metadataInterval = 6 * hour;

interface AlertingOptions {
  work: UnitOfWork;
  now: Clock;
  metadata: MetadataSource;
  /** The check of a provider failed for an internal reason. */
  onCheckFailed(error: unknown): void;
}

/** Finds out what to alert about. Each of the two functions has a loop of its own, so that nothing waits for slow providers. */
export function createAlerting(options: AlertingOptions) {
  const { work, now, metadata, onCheckFailed } = options;
  const { alerts } = work.stores;
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

  /** Finds out whose metadata has changed or is gone, which may take long. */
  async function checkMetadata(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const due = await alerts.takeMetadata(ago(metadataInterval), now(), checksAtOnce);
      if (due.length === 0) return;
      // One provider's failure doesn't keep the others from being checked.
      await Promise.all(due.map((provider) => checkProvider(provider).catch(onCheckFailed)));
    }
  }

  async function checkProvider(due: DueMetadata): Promise<void> {
    const published = await fetchPublished(metadata, due.metadata_url);
    const about = { resource: oidcOpPath(due.id), name: due.name };
    await work.transaction(async (stores) => {
      const isCurrent = await stores.alerts.saveMetadata(due, published);
      const before = due.published;
      if (!before || !isCurrent) return;
      const fields = filledFields.filter((field) => published && published[field] !== before[field]);
      if (fields.length > 0)
        await stores.alerts.raise('provider.metadata_changed', now(), { ...about, fields });
      if (!published && !due.gone)
        await stores.alerts.raise('provider.broken', now(), {
          ...about,
          cause: 'metadata_gone',
          reason: "Couldn't fetch its metadata",
        });
    });
  }

  return { look, checkMetadata };
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

/** @returns as it's stored, or it would differ each time; undefined if it can't be fetched */
async function fetchPublished(metadata: MetadataSource, url: string): Promise<PublishedMetadata | undefined> {
  try {
    return JSON.parse(JSON.stringify(await metadata(url), storable)) as PublishedMetadata;
  } catch (error) {
    // The console shows what's wrong with it.
    if (error instanceof MetadataFailure) return undefined;
    throw error;
  }
}
