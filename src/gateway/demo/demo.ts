import path from 'node:path';
import { endpoints } from '../../contract/endpoints.ts';
import { demoDataSet, demoSignIns } from '../../demo/data/data-set.ts';
import { demoStore } from '../../demo/data/store.ts';
import { createLab } from '../../demo/lab/lab.ts';
import { demoOidcOp, formerClientId, formerOidcOp, partnerOidcOp } from '../../demo/provider/demo-oidc-op.ts';
import { startDemoProvider, type DemoProvider } from '../../demo/provider/start.ts';
import { hashPassword } from '../../service/domain/access/passwords.ts';
import type { Outbound } from '../../service/outbound/outbound.ts';
import type { Database } from '../../service/store/database/database.ts';
import type { Activity } from '../../service/store/tables/activity/activity.ts';
import { loginSkeleton } from '../../contract/access/login-skeleton.ts';
import { searchText } from '../../contract/search.ts';
import type { Config } from '../config.ts';
import { dataBeforeHistory, historyStart, performHistory } from './history.ts';
import { filledFields } from '../../contract/oidc/metadata.ts';
import type { OidcOpCreate } from '../../contract/oidc/oidc-ops.ts';
import { fillFromMetadata } from '../../service/domain/oidc/oidc-metadata.ts';
import { filledForCreate, storeCreation, storeUpdate } from '../../service/domain/oidc/oidc-ops.ts';
import { createSecretBox, type SecretBox } from '../../service/domain/secret-box.ts';
import type { OidcOpRow } from '../../service/domain/oidc/oidc-ports.ts';
import { bindSecret, openStoredSecret } from '../../service/domain/oidc/stored-secret.ts';
import { createRelyingParty } from '../../service/outbound/relying-party/relying-party.ts';
import { unitOfWork } from '../../service/store/tables/stores.ts';
import { systemClock } from '../../service/system-clock.ts';

/**
 * Assembles what the demo adds to the product; doesn't write or listen yet.
 * @param options for tests: a cheaper hash, and data without a history
 */
export function prepareDemo(
  config: Config,
  embedded: { database: Database; secretKey: string },
  outbound: Outbound,
  activity: Activity,
  options: { hashPassword: typeof hashPassword; withHistory: boolean } = { hashPassword, withHistory: true },
) {
  const { DEMO_PASSWORD: password } = config;
  const data = demoDataSet(password);
  let start = new Date();
  let { withHistory } = options;
  // On the background connections: loading and restoring data takes longer than the request limit.
  const columns = { hashPassword: options.hashPassword, searchText, loginSkeleton };
  const store = demoStore(embedded.database.background, columns, () =>
    withHistory ? dataBeforeHistory(data, start) : data,
  );
  let firstStart = false;
  let provider: DemoProvider | undefined;
  let isFilling = true;
  /** Registers the demo provider, and performs the history when the data is new. */
  const complete = async (isNew: boolean) => {
    if (!provider) return;
    const isPast = isNew && withHistory;
    for (const values of [demoOidcOp(provider), partnerOidcOp(provider), formerOidcOp(provider)])
      await registerDemoProvider(
        embedded,
        outbound,
        activity,
        values,
        isPast || (isNew && values.client_id !== formerClientId),
        isPast ? historyStart(start) : undefined,
      );
    if (!isPast) return;
    const { issuer } = provider;
    await performHistory(embedded.database, outbound, activity.isOn, { data, start, issuer });
  };
  const reset = async (history = true) => {
    withHistory = history;
    start = new Date();
    await store.reset();
    await complete(true);
  };
  const lab = createLab({ store: { ...store, reset }, folder: path.join(config.DATA_DIR, 'snapshots') });
  return {
    signIns: demoSignIns(password),
    lab,
    /** Whether users are still missing, which the history creates. */
    isFilling: () => isFilling,
    load: async () => {
      firstStart = await store.loadIfEmpty();
    },
    /** Starts the demo provider and registers it with the service. @param origin the gateway's public origin */
    startProvider: async (origin: string) => {
      provider = await startDemoProvider({
        port: config.DEMO_PROVIDER_PORT,
        dataDir: config.DATA_DIR,
        redirectUris: [`${origin}/api${endpoints.finishOidcLogin.path}`],
        fault: () => lab.providerFault(),
      });
      const { issuer, certificatePem, endingCertificatePem } = provider;
      outbound.trust(new URL(issuer).host, `${certificatePem}\n${endingCertificatePem}`);
      await complete(firstStart);
      isFilling = false;
      return provider;
    },
  };
}

const author = { userId: null, login: null };

/**
 * Registers the demo provider with the service: updates the configuration that has its client ID if its addresses or its
 * secret have changed, or creates one at the first start. A configuration that was deleted stays deleted.
 * @param at when the configuration was created; now by default
 */
export async function registerDemoProvider(
  embedded: { database: Database; secretKey: string },
  outbound: Outbound,
  activity: Activity,
  values: OidcOpCreate,
  firstStart: boolean,
  at = systemClock(),
): Promise<void> {
  const secrets = createSecretBox(embedded.secretKey);
  const { metadata } = createRelyingParty(outbound, systemClock);
  await unitOfWork(embedded.database.background, () => at, activity).transaction(async (stores) => {
    const { oidcOps } = stores;
    const { data } = await oidcOps.list(0, Number.MAX_SAFE_INTEGER);
    const known = data.find((row) => row.client_id === values.client_id);
    if (!known && !firstStart) return;
    const id = known?.id ?? (await oidcOps.reserveId());
    const bound = (endpoint: string) => bindSecret(secrets, id, values.client_secret, endpoint);
    if (!known) {
      const filled = await filledForCreate(metadata, values);
      const client_secret = bound(filled.token_endpoint);
      const row = { ...values, ...filled, id, client_secret, created_at: at, updated_at: at };
      await storeCreation(stores, { ...author, via: 'first start' }, row);
      return;
    }
    // Keeps an administrator's other changes.
    const filled = await fillFromMetadata(metadata, values.metadata_url, {});
    const published = { ...filled, metadata_url: values.metadata_url };
    if (known.metadata_url === values.metadata_url) published.issuer = known.issuer;
    const moved = filledFields.some((field) => known[field] !== published[field]);
    const replaced = !isSecret(secrets, known, values.client_secret, filled.token_endpoint);
    if (!moved && !replaced && known.metadata_url === values.metadata_url) return;
    const secret = replaced ? { client_secret: bound(filled.token_endpoint) } : {};
    await storeUpdate(stores, { ...author, via: 'start' }, id, { ...published, ...secret });
  });
}

/** Whether a configuration has this secret, for this endpoint. */
function isSecret(secrets: SecretBox, row: OidcOpRow, secret: string, endpoint: string): boolean {
  try {
    const stored = openStoredSecret(secrets, row);
    return stored.secret === secret && stored.origin === new URL(endpoint).origin;
  } catch {
    // Sealed with another key.
    return false;
  }
}
