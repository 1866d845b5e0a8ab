/** The CPU time that the gateway takes to forward a request to a remote service, beside a minimal `node:http` proxy. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { check, inTurns, load, show } from '../harness/measure.ts';
import { startProduct } from '../harness/product.ts';
import { startBaseline } from '../harness/servers.ts';

const goal = 0.6;

/** The remote service: `/api/1000` returns 1,000 bytes. */
const service = createServer(({ url = '' }, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'of-the-service' });
  response.end(JSON.stringify('x'.repeat(Number(url.split('/').at(-1)))));
});

export async function run(): Promise<void> {
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const target = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const minimal = await startBaseline('proxy', target);
  const gateway = await startProduct({ SERVICE_URL: `${target}/api` });
  const headers = { cookie: 'session=xyz', 'accept-encoding': 'gzip, deflate, br' };
  // An authentication result, and pages of 100 and 1,000 groups.
  for (const size of [1_000, 60_000, 600_000]) {
    const amount = size > 100_000 ? 1_000 : 4_000;
    const results = await inTurns({
      gateway: () => load(gateway, `/api/${size}`, { amount, headers }),
      'minimal proxy': () => load(minimal, `/api/${size}`, { amount, headers }),
    });
    show(`Forwarding ${size / 1_000} kB`, results);
    const share = (results['minimal proxy']?.['CPU'] ?? 0) / (results['gateway']?.['CPU'] ?? 0);
    check(
      share >= goal,
      `at least ${goal * 100} % of the minimal proxy's efficiency: ${(share * 100).toFixed(0)} %`,
    );
  }
}
