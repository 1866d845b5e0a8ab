import path from 'node:path';
import type { GatewayInfo } from '../contract/gateway.ts';
import { endpoints } from '../contract/endpoints.ts';
import type { OidcOpCreate } from '../contract/oidc/oidc-ops.ts';
import { generatedGroups, generatedUsers } from '../demo/generated.ts';
import type { DemoStore } from '../demo/lab/data-routes.ts';
import { demoDataSet, demoSignIns } from '../demo/data-set.ts';
import { createLab, type Lab } from '../demo/lab/lab.ts';
import { demoOidcOp } from '../demo/provider/demo-oidc-op.ts';
import { makeProviderKeys, startDemoProvider } from '../demo/provider/start.ts';
import { loadDataSet, loadIfEmpty } from '../service/data-set.ts';
import type { Outbound } from '../service/outbound/outbound.ts';
import {
  clearRecords,
  countRecords,
  dumpRecords,
  restoreRecords,
  type Records as SavedRecords,
} from '../service/snapshots.ts';
import { registerOidcOp } from '../service/register-oidc-op.ts';
import type { Database } from '../service/store/database/database.ts';
import type { Config } from './config.ts';

/** What the demo adds to the product. */
export interface Demo {
  signIns: GatewayInfo['demo_sign_ins'];
  lab: Lab;
  /** Loads the demo data into an empty database, and creates the provider's keys. */
  load(): Promise<void>;
  /** Starts the demo provider and registers it with the service. @param origin the gateway's public origin */
  startProvider(origin: string): Promise<{ issuer: string; close(): Promise<void> }>;
}

/** Assembles the demo; doesn't write or listen yet. */
export function prepareDemo(
  config: Config,
  embedded: { database: Database; secretKey: string },
  outbound: Outbound,
): Demo {
  // Loading and restoring data takes longer than the request limit.
  const { background: db } = embedded.database;
  let firstStart = false;
  let registered: OidcOpCreate | undefined;
  const store: DemoStore = {
    counts: () => countRecords(db),
    dump: () => dumpRecords(db),
    // Written by `dump`, read back as JSON.
    restore: (records) => restoreRecords(db, records as SavedRecords),
    reset: async () => {
      await clearRecords(db);
      await loadDataSet(db, demoDataSet(config.DEMO_PASSWORD));
      if (registered) await registerOidcOp(embedded, outbound, registered, true);
    },
    generate: (what, count) => loadDataSet(db, generated(what, count)),
  };
  return {
    signIns: demoSignIns(config.DEMO_PASSWORD),
    lab: createLab({ store, folder: path.join(config.DATA_DIR, 'snapshots') }),
    load: async () => {
      [firstStart] = await Promise.all([
        loadIfEmpty(db, demoDataSet(config.DEMO_PASSWORD)),
        makeProviderKeys(config.DATA_DIR),
      ]);
    },
    startProvider: async (origin) => {
      const provider = await startDemoProvider({
        port: config.DEMO_PROVIDER_PORT,
        dataDir: config.DATA_DIR,
        redirectUris: [`${origin}/api${endpoints.finishOidcLogin.path}`],
      });
      outbound.trust(new URL(provider.issuer).host, provider.certificatePem);
      registered = demoOidcOp(provider.issuer, provider.clientId, provider.clientSecret);
      await registerOidcOp(embedded, outbound, registered, firstStart);
      return provider;
    },
  };
}

/** A data set with names that differ from all earlier ones. */
function generated(what: 'groups' | 'users', count: number) {
  const now = new Date();
  return what === 'groups'
    ? generatedGroups(count, `Generated ${now.toISOString().slice(0, 19).replace('T', ' ')}`)
    : generatedUsers(count, `gen-${now.getTime().toString(36)}`);
}
