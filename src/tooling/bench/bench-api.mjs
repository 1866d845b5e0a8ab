/**
 * Measures the CPU time that the API takes for a request over HTTP, on both databases, next to two baselines: a Fastify route
 * that returns the same bytes, and one that only makes the same query. All are measured in turns, so that they share a busy
 * machine equally.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import autocannon from 'autocannon';
import { cpuOf, median } from './figures.mjs';
import { signIn } from './gateway.mjs';
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
    amount: 200,
  },
];
const requests = allRequests.filter(({ name }) => selected.test(name));

/** @typedef {{ name: string, base: string, pid: number }} Server */

/**
 * @param {Server} server @param {Record<string, string>} headers @param {typeof requests[number]} request
 * @param {number} amount
 * @returns {Promise<{ cpu: number, wall: number }>} milliseconds per request; wall: the median latency
 */
async function run({ base, pid }, headers, { method, path: url, body }, amount) {
  const before = cpuOf(pid);
  const result = await autocannon({
    url: `${base}${url}`,
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body, idReplacement: true } : {}),
    connections,
    amount,
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${method} ${base}${url}: ${failed} requests failed`);
  return { cpu: (cpuOf(pid) - before) / amount, wall: result.latency.p50 };
}

/** Gets a response of each kind for the plain server to repeat. @param {Server} product @param {string} cookie */
async function sampleResponses({ base }, cookie) {
  return Promise.all(
    requests.map(async ({ method, path: url, body }) => {
      const headers = { cookie, 'content-type': 'application/json' };
      const response = await fetch(`${base}${url}`, body ? { method, headers, body } : { headers });
      return { method, path: url, status: response.status, body: await response.text() };
    }),
  );
}

/**
 * @param {string} name of the database @param {{ url: string, pid: number }} gateway
 * @param {Awaited<ReturnType<typeof startQueryServer>>} query
 */
async function measure(name, gateway, query) {
  const headers = { cookie: await signIn(gateway.url) };
  const product = { name, base: `${gateway.url}/api`, pid: gateway.pid };
  const responses = await sampleResponses(product, headers.cookie);
  const table = [];
  for (const request of requests) {
    // The routes of its pages differ only in their query, so there's one server per request.
    const samples = responses.filter(
      ({ method, path: url }) => method === request.method && url === request.path,
    );
    const amount = Math.max(connections, Math.round(request.amount * scale));
    const plain = await startPlainServer(samples);
    const servers = [
      product,
      { name: 'same bytes', base: plain.url, pid: plain.pid },
      ...(request.queries ? [{ name: 'same query', base: query.url, pid: query.pid }] : []),
    ];
    const results = servers.map(() => ({ cpu: [], wall: [] }));
    for (const server of servers) await run(server, headers, request, amount * 5);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, server] of servers.entries()) {
        const { cpu, wall } = await run(server, headers, request, amount);
        /** @type {number[] | undefined} */ (results[index]?.cpu)?.push(cpu);
        /** @type {number[] | undefined} */ (results[index]?.wall)?.push(wall);
      }
    }
    await plain.stop();
    const [own, bytes, rows] = results.map(({ cpu }) => median(cpu));
    /** @param {number | undefined} baseline */
    const share = (baseline) =>
      baseline === undefined || own === undefined ? '-' : `${((baseline / own) * 100).toFixed(0)} %`;
    table.push({
      request: request.name,
      database: name,
      'CPU ms': own?.toFixed(2),
      'wall ms': median(results[0]?.wall ?? []),
      'of same bytes': share(bytes),
      'of same query': share(rows),
    });
  }
  return table;
}

const tables = await onBothDatabases(async (name, databaseUrl) => {
  const gateway = await seededGateway('balanced', groups, { databaseUrl });
  const folder = databaseUrl ? undefined : await seededFolder('balanced', groups);
  const query = await startQueryServer(
    folder ? { directory: path.join(folder, 'database') } : { databaseUrl: String(databaseUrl) },
  );
  const table = await measure(name, gateway, query);
  await query.stop();
  await gateway.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
  return table;
});

process.stdout.write(
  `${groups} groups, ${connections} connections, medians of ${rounds} rounds, every write flushed to disk.\n`,
);
console.table(tables.flat());
