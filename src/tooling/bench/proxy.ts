/** The CPU time that the gateway takes to forward a request to a remote service, beside a minimal `node:http` proxy. */
import { startGateway } from '../harness/gateway.mjs';
import { check, inTurns, load, show } from '../harness/measure.ts';
import { start } from '../harness/servers.ts';

const goal = 0.6;

export async function run(): Promise<void> {
  const { url: service } = await start('service', undefined);
  const minimal = await start('proxy', { target: service });
  const gateway = await startGateway('', { SERVICE_URL: `${service}/api` });
  const headers = { cookie: 'session=xyz', 'accept-encoding': 'gzip, deflate, br' };
  // An authentication result, and pages of 100 and 1,000 groups.
  for (const size of [1_000, 60_000, 600_000]) {
    const amount = size > 100_000 ? 1_000 : 4_000;
    const results = await inTurns({
      gateway: () => load(gateway, `/api/${size}`, { amount, headers }),
      'minimal proxy': () => load(minimal, `/api/${size}`, { amount, headers }),
    });
    show(`Forwarding ${size / 1_000} kB`, results);
    const efficiency = (results['minimal proxy']['CPU'] ?? 0) / (results.gateway['CPU'] ?? 0);
    check(
      efficiency >= goal,
      `at least ${goal * 100} % of the minimal proxy's efficiency: ${(efficiency * 100).toFixed(0)} %`,
    );
  }
}
