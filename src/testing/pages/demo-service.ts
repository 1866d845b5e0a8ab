import type { RequestListener } from 'node:http';
import { ownActivity } from '../../gateway/activity-log.ts';
import { readConfig } from '../../gateway/config.ts';
import { prepareDemo } from '../../gateway/demo/demo.ts';
import { createOutbound } from '../../service/outbound/outbound.ts';
import { openDatabase } from '../../service/store/database/database.ts';
import { temporaryFolder } from '../../tooling/temporary-folder.ts';
import { stepLimit } from '../../tooling/time-limits.ts';
import { limits } from '../databases.ts';
import { testGateway } from '../gateway.ts';
import { hashCheaply, testSecretKey } from '../service.ts';

/** The demo, for tests of pages that a development server serves. */
export interface DemoService {
  handle: RequestListener;
  stop(): Promise<void>;
}

/** Starts the embedded service with the demo data and the demo provider. @param origin of the pages */
export async function startDemoService(origin: string): Promise<DemoService> {
  const environment = { PUBLIC_URL: origin, DATA_DIR: temporaryFolder('demo'), DEMO_PROVIDER_PORT: '0' };
  const database = await openDatabase({ memory: true, limits });
  const outbound = createOutbound({ timeoutMilliseconds: stepLimit });
  const config = readConfig(environment, true);
  const embedded = { database, secretKey: testSecretKey };
  // Each file with page tests restores the data.
  const cheaply = { hashPassword: hashCheaply, withHistory: false };
  const demo = prepareDemo(config, embedded, outbound, ownActivity(config), cheaply);
  const { lab, signIns: demoSignIns } = demo;
  // They wait: nothing is sent while tests run.
  const alerts = { url: `${origin}/alerts`, outbound, pollMilliseconds: 86_400_000 };
  const app = await testGateway(environment, { database, outbound, lab, alerts, demo: true, demoSignIns });
  await Promise.all([app.ready(), demo.load()]);
  const provider = await demo.startProvider(origin);
  return {
    handle: (request, response) => app.routing(request, response),
    stop: async () => {
      await Promise.all([app.close(), provider.close(), outbound.close()]);
      await database.close();
    },
  };
}
