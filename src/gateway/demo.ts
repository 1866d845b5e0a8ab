import type { GatewayInfo } from '../contract/gateway.ts';
import { endpoints } from '../contract/endpoints.ts';
import { demoDataSet, demoSignIns } from '../demo/data-set.ts';
import { createLab, type Lab } from '../demo/lab/lab.ts';
import { demoOidcOp } from '../demo/provider/demo-oidc-op.ts';
import { startDemoProvider } from '../demo/provider/start.ts';
import { isEmpty, loadDataSet } from '../service/data-set.ts';
import type { Outbound } from '../service/outbound/outbound.ts';
import { registerOidcOp } from '../service/register-oidc-op.ts';
import type { Database } from '../service/store/database.ts';
import type { Config } from './config.ts';

/** What the demo adds to the product. */
export interface Demo {
  signIns: GatewayInfo['demo_sign_ins'];
  lab: Lab;
  /** Starts the demo provider and makes it known to the service. @param origin of the gateway, as browsers see it */
  startProvider(origin: string): Promise<{ issuer: string; close(): Promise<void> }>;
}

/** Loads the demo data into an empty store. */
export async function prepareDemo(
  config: Config,
  embedded: { database: Database; secretKey: string },
  outbound: Outbound,
): Promise<Demo> {
  const firstStart = await isEmpty(embedded.database.db);
  if (firstStart) await loadDataSet(embedded.database.db, demoDataSet(config.DEMO_PASSWORD));
  return {
    signIns: demoSignIns(config.DEMO_PASSWORD),
    lab: createLab(),
    startProvider: async (origin) => {
      const provider = await startDemoProvider({
        port: config.DEMO_PROVIDER_PORT,
        dataDir: config.DATA_DIR,
        redirectUris: [`${origin}/api${endpoints.finishOidcLogin.path}`],
      });
      outbound.trust(new URL(provider.issuer).host, provider.certificatePem);
      const { issuer, clientId, clientSecret } = provider;
      await registerOidcOp(embedded, outbound, demoOidcOp(issuer, clientId, clientSecret), firstStart);
      return provider;
    },
  };
}
