/** Measures the CPU that the gateway takes to forward a request to a remote service, beside a minimal node:http proxy. */
import { once } from 'node:events';
import { Agent, createServer, request as send } from 'node:http';
import autocannon from 'autocannon';
import { conclude, cpuOf, median } from './figures.mjs';
import { startGateway } from './gateway.mjs';
import { startServer, whenForked } from './servers/forked.mjs';

const rounds = 5;
const requestsPerRound = 4_000;
const warmUp = 2_000;
const goal = 0.6;

/** Response bodies: an authentication result, and pages of 100 and 1,000 groups. */
const bodies = { '1 kB': 1_000, '60 kB': 60_000, '600 kB': 600_000 };

/** Runs in a child process: the remote service. */
function service() {
  const texts = new Map(Object.values(bodies).map((size) => [`/${size}`, JSON.stringify('x'.repeat(size))]));
  return createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'of-the-service' });
    response.end(texts.get(request.url?.split('/api').at(-1) ?? ''));
  });
}

/** Runs in a child process: the baseline. @param {string} target */
function minimalProxy(target) {
  const { hostname, port } = new URL(target);
  const agent = new Agent({ keepAlive: true });
  return createServer((request, response) => {
    const { method, url, headers } = request;
    const forwarded = send({ agent, hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
}

/** @param {{ url: string, pid: number }} target @param {number} size @param {number} amount @returns CPU and wall time per request, in ms */
async function measure({ url, pid }, size, amount) {
  const before = cpuOf(pid);
  const start = performance.now();
  const headers = { cookie: 'session=xyz', 'accept-encoding': 'gzip, deflate, br' };
  const result = await autocannon({ url: `${url}/api/${size}`, connections: 10, amount, headers });
  if (result.non2xx + result.errors > 0) throw new Error(`${url} failed`);
  return { cpu: (cpuOf(pid) - before) / amount, wall: (performance.now() - start) / amount };
}

async function bench() {
  const upstream = await startServer(import.meta.url, 'service');
  const baseline = await startServer(import.meta.url, 'proxy', upstream.url);
  const gateway = await startGateway('', { SERVICE_URL: `${upstream.url}/api` });
  let reached = true;
  const rows = [];
  for (const [name, size] of Object.entries(bodies)) {
    const amount = size > 100_000 ? requestsPerRound / 4 : requestsPerRound;
    /** @type {Record<'ours' | 'base' | 'wall' | 'baseWall', number[]>} */
    const figures = { ours: [], base: [], wall: [], baseWall: [] };
    for (let round = -1; round < rounds; round += 1) {
      const base = await measure(baseline, size, round < 0 ? warmUp : amount);
      const ours = await measure(gateway, size, round < 0 ? warmUp : amount);
      if (round < 0) continue;
      figures.base.push(base.cpu);
      figures.ours.push(ours.cpu);
      figures.baseWall.push(base.wall);
      figures.wall.push(ours.wall);
    }
    const share = median(figures.base.map((base, index) => base / (figures.ours[index] ?? Number.NaN)));
    reached &&= share >= goal;
    rows.push({
      body: name,
      'CPU ms, gateway': median(figures.ours).toFixed(3),
      'CPU ms, minimal proxy': median(figures.base).toFixed(3),
      'CPU efficiency': `${(share * 100).toFixed(0)} %`,
      'wall ms, gateway': median(figures.wall).toFixed(3),
      'wall ms, minimal proxy': median(figures.baseWall).toFixed(3),
    });
  }
  console.table(rows);
  conclude(reached, `at least ${goal * 100} % of the efficiency of a minimal node:http proxy`);
  await gateway.stop();
  await baseline.stop();
  await upstream.stop();
}

/** @param {import('node:http').Server} server @returns {Promise<string>} its URL */
async function listening(server) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}`;
}

if (process.argv[2] === undefined) await bench();
else whenForked({ service: () => listening(service()), proxy: (target) => listening(minimalProxy(target)) });
