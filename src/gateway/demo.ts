import path from 'node:path';
import { endpoints } from '../contract/endpoints.ts';
import type { OidcOpCreate } from '../contract/oidc/oidc-ops.ts';
import { demoSignIns } from '../demo/data/data-set.ts';
import { demoStore } from '../demo/data/store.ts';
import { createLab } from '../demo/lab/lab.ts';
import { demoOidcOp } from '../demo/provider/demo-oidc-op.ts';
import { makeProviderKeys, startDemoProvider } from '../demo/provider/start.ts';
import { hashPassword } from '../service/domain/access/passwords.ts';
import type { Outbound } from '../service/outbound/outbound.ts';
import type { Database } from '../service/store/database/database.ts';
import type { Activity } from '../service/store/tables/activity/activity.ts';
import { loginSkeleton } from '../service/store/tables/login-skeleton.ts';
import { searchText } from '../contract/search.ts';
import type { Config } from './config.ts';
import { registerDemoProvider } from './register-demo-provider.ts';

/** Assembles what the demo adds to the product; doesn't write or listen yet. */
export function prepareDemo(
  config: Config,
  embedded: { database: Database; secretKey: string },
  outbound: Outbound,
  activity: Activity,
) {
  const { DEMO_PASSWORD: password } = config;
  // On the background connections: loading and restoring data takes longer than the request limit.
  const store = demoStore(
    embedded.database.background,
    { hashPassword, searchText, loginSkeleton },
    password,
  );
  let firstStart = false;
  let registered: OidcOpCreate | undefined;
  const reset = async () => {
    await store.reset();
    if (registered) await registerDemoProvider(embedded, outbound, activity, registered, true);
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
      const provider = await startDemoProvider({
        port: config.DEMO_PROVIDER_PORT,
        dataDir: config.DATA_DIR,
        redirectUris: [`${origin}/api${endpoints.finishOidcLogin.path}`],
      });
      outbound.trust(new URL(provider.issuer).host, provider.certificatePem);
      registered = demoOidcOp(provider.issuer, provider.clientId, provider.clientSecret);
      await registerDemoProvider(embedded, outbound, activity, registered, firstStart);
      return provider;
    },
  };
}
