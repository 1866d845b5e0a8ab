import path from 'node:path';
import { endpoints } from '../../contract/endpoints.ts';
import { demoDataSet, demoSignIns } from '../../demo/data/data-set.ts';
import { dataBeforeHistory, historyStart } from '../../demo/data/history.ts';
import { demoStore } from '../../demo/data/store.ts';
import { createLab } from '../../demo/lab/lab.ts';
import { demoOidcOp, partnerOidcOp } from '../../demo/provider/demo-oidc-op.ts';
import { makeProviderKeys, startDemoProvider, type DemoProvider } from '../../demo/provider/start.ts';
import { hashPassword } from '../../service/domain/access/passwords.ts';
import type { Outbound } from '../../service/outbound/outbound.ts';
import type { Database } from '../../service/store/database/database.ts';
import type { Activity } from '../../service/store/tables/activity/activity.ts';
import { loginSkeleton } from '../../service/store/tables/login-skeleton.ts';
import { searchText } from '../../contract/search.ts';
import type { Config } from '../config.ts';
import { performHistory } from './history.ts';
import { registerDemoProvider } from './register-provider.ts';

/** Assembles what the demo adds to the product; doesn't write or listen yet. */
export function prepareDemo(
  config: Config,
  embedded: { database: Database; secretKey: string },
  outbound: Outbound,
  activity: Activity,
) {
  const { DEMO_PASSWORD: password } = config;
  const data = demoDataSet(password);
  let start = new Date();
  let withHistory = true;
  // On the background connections: loading and restoring data takes longer than the request limit.
  const store = demoStore(embedded.database.background, { hashPassword, searchText, loginSkeleton }, () =>
    withHistory ? dataBeforeHistory(data, start) : data,
  );
  let firstStart = false;
  let provider: DemoProvider | undefined;
  /** Registers the demo provider, and performs the history when the data is new. */
  const complete = async (isNew: boolean) => {
    if (!provider) return;
    for (const values of [demoOidcOp(provider), partnerOidcOp(provider)])
      await registerDemoProvider(
        embedded,
        outbound,
        activity,
        values,
        isNew,
        isNew && withHistory ? historyStart(start) : undefined,
      );
    if (!isNew || !withHistory) return;
    const { issuer } = provider;
    await performHistory(embedded.database, outbound, activity.isOn, { data, start, issuer });
  };
  const reset = async (history = true) => {
    withHistory = history;
    start = new Date();
    await store.reset();
    await complete(true);
  };
  return {
    signIns: demoSignIns(password),
    lab: createLab({ store: { ...store, reset }, folder: path.join(config.DATA_DIR, 'snapshots') }),
    /** Loads the demo data into an empty database, and creates the provider's keys. */
    load: async () => {
      [firstStart] = await Promise.all([store.loadIfEmpty(), makeProviderKeys(config.DATA_DIR)]);
    },
    /** Starts the demo provider and registers it with the service. @param origin the gateway's public origin */
    startProvider: async (origin: string) => {
      provider = await startDemoProvider({
        port: config.DEMO_PROVIDER_PORT,
        dataDir: config.DATA_DIR,
        redirectUris: [`${origin}/api${endpoints.finishOidcLogin.path}`],
      });
      outbound.trust(new URL(provider.issuer).host, provider.certificatePem);
      await complete(firstStart);
      return provider;
    },
  };
}
