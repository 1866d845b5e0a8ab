/**
 * Measures the CPU time that the API takes for a request over HTTP, on both databases, next to two baselines: a Fastify route
 * that returns the same bytes, and one that only makes the same query; and of a write also without the log of changes. All are
 * measured in turns, so that they share a busy machine equally.
 */
import path from 'node:path';
import autocannon from 'autocannon';
import { cpuOf, median } from './figures.mjs';
import { signIn, startGateway } from './gateway.mjs';
import { startPlainServer } from './servers/plain-server.mjs';
import { startQueryServer } from './servers/query-server.mjs';
import { onBothDatabases, seededFolder, seededGateway } from './seed.mjs';

const groups = 10_000;
const connections = 10;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
/** Scales the numbers of requests, for a quick look. */
const scale = Number(process.env['BENCH_SCALE'] ?? 1);
/** Selects requests by name. */
const selected = new RegExp(process.env['BENCH_REQUESTS'] ?? '');

/**
 * `amount` is the number of requests per round; five times as many warm up each server first.
 * @type {{ name: string, method: 'GET' | 'POST', path: string, body?: string, queries?: true, amount: number }[]}
 */
const allRequests = [
  { name: 'GET /authentication', method: 'GET', path: '/authentication', amount: 1_000 },
  { name: 'page of 100 groups', method: 'GET', path: '/groups?limit=100', queries: true, amount: 200 },
  { name: 'page of 1,000 groups', method: 'GET', path: '/groups?limit=1000', queries: true, amount: 50 },
  { name: 'one group', method: 'GET', path: '/groups/5', queries: true, amount: 500 },
  {
    name: 'POST /groups',
    method: 'POST',
    path: '/groups',
    // autocannon replaces the ID in each request, because names are unique among siblings.
    body: JSON.stringify({ data: { name: 'Bench [<id>]', description: 'Made by the benchmark' } }),
    amount: 500,
  },
];
const requests = allRequests.filter(({ name }) => selected.test(name));

/** @typedef {{ base: string, pid: number, cookie?: string }} Server */

/**
 * @param {Server} server @param {typeof requests[number]} request @param {number} amount
 * @returns {Promise<{ cpu: number, wall: number }>} milliseconds per request; wall: the median latency
 */
async function run({ base, pid, cookie = '' }, { method, path: url, body }, amount) {
  const before = cpuOf(pid);
  const result = await autocannon({
    url: `${base}${url}`,
    method,
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body, idReplacement: true } : {}),
    connections,
    amount,
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${method} ${base}${url}: ${failed} requests failed`);
  return { cpu: (cpuOf(pid) - before) / amount, wall: result.latency.p50 };
}

/** @param {{ url: string, pid: number }} gateway @returns {Promise<Server>} */
async function signedIn({ url, pid }) {
  return { base: `${url}/api`, pid, cookie: await signIn(url) };
}

/** Gets a response of each kind for the plain server to repeat. @param {Server} product */
async function sampleResponses({ base, cookie = '' }) {
  return Promise.all(
    requests.map(async ({ method, path: url, body }) => {
      const headers = { cookie, 'content-type': 'application/json' };
      const response = await fetch(`${base}${url}`, body ? { method, headers, body } : { headers });
      return { method, path: url, status: response.status, body: await response.text() };
    }),
  );
}

/**
 * @param {string} name of the database
 * @param {Server} product
 * @param {Server} query see `startQueryServer`
 * @param {Server} withoutLog a gateway that records no changes
 */
async function measure(name, product, query, withoutLog) {
  const responses = await sampleResponses(product);
  const table = [];
  for (const request of requests) {
    // The routes of its pages differ only in their query, so there's one server per request.
    const samples = responses.filter(
      ({ method, path: url }) => method === request.method && url === request.path,
    );
    const amount = Math.max(connections, Math.round(request.amount * scale));
    const plain = await startPlainServer(samples);
    /** @type {Map<keyof typeof cpu, Server>} */
    const servers = new Map();
    servers.set('product', product);
    servers.set('plain', { base: plain.url, pid: plain.pid });
    if (request.queries) servers.set('query', query);
    if (request.body) servers.set('withoutLog', withoutLog);
    /** @type {Record<'product' | 'plain' | 'query' | 'withoutLog', number[]>} */
    const cpu = { product: [], plain: [], query: [], withoutLog: [] };
    /** @type {number[]} */
    const walls = [];
    for (const server of servers.values()) await run(server, request, amount * 5);
    for (let round = 0; round < rounds; round += 1) {
      for (const [kind, server] of servers) {
        const result = await run(server, request, amount);
        cpu[kind].push(result.cpu);
        if (server === product) walls.push(result.wall);
      }
    }
    await plain.stop();
    /** @param {keyof typeof cpu} part @param {keyof typeof cpu} whole */
    const share = (part, whole) => {
      const ratio = median(cpu[part]) / median(cpu[whole]);
      return Number.isNaN(ratio) ? '-' : `${(ratio * 100).toFixed(0)} %`;
    };
    table.push({
      request: request.name,
      database: name,
      'CPU ms': median(cpu.product).toFixed(2),
      'wall ms': median(walls),
      'of same bytes': share('plain', 'product'),
      'of same query': share('query', 'product'),
      'with log / without log': share('product', 'withoutLog'),
    });
  }
  return table;
}

const tables = await onBothDatabases(async (name, databaseUrl) => {
  const gateway = await seededGateway('balanced', groups, { databaseUrl });
  const environment = { ACTIVITY_DAYS: '0' };
  const withoutLog = databaseUrl
    ? await startGateway('', { ...environment, DATABASE_URL: databaseUrl })
    : await seededGateway('balanced', groups, { environment });
  const query = await startQueryServer(
    databaseUrl || path.join(await seededFolder('balanced', groups), 'database'),
  );
  const table = await measure(
    name,
    await signedIn(gateway),
    { base: query.url, pid: query.pid },
    await signedIn(withoutLog),
  );
  await query.stop();
  await withoutLog.stop();
  await gateway.stop();
  return table;
});

process.stdout.write(
  `${groups} groups, ${connections} connections, medians of ${rounds} rounds, every write flushed to disk.\n`,
);
console.table(tables.flat());
