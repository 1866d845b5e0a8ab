/** Measures the API over HTTP on both databases, and a plain Fastify route that returns the same bytes. */
import { rmSync } from 'node:fs';
import autocannon from 'autocannon';
import { startPlainServer } from './plain-server.mjs';
import { signIn, startGateway } from './gateway.mjs';
import { seededFolder, seedPostgres } from './seed.mjs';
import { buildProduct } from '../build.mjs';
import { startCluster } from '../postgres-cluster.mjs';
import { isBuilt } from '../sources.mjs';

const groups = 10_000;
const connections = 10;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5);

/** @type {{ name: string, method: 'GET' | 'POST', path: string, body?: string }[]} */
const requests = [
  { name: 'GET /groups?limit=100', method: 'GET', path: '/groups?limit=100' },
  { name: 'GET /authentication', method: 'GET', path: '/authentication' },
  {
    name: 'POST /groups',
    method: 'POST',
    path: '/groups',
    // autocannon replaces the ID in each request, because names are unique among siblings.
    body: JSON.stringify({ data: { name: 'Bench [<id>]', description: 'Made by the benchmark' } }),
  },
];

/**
 * @param {string} base @param {Record<string, string>} headers @param {typeof requests[number]} request
 * @param {number} duration
 */
async function run(base, headers, { method, path, body }, duration) {
  const result = await autocannon({
    url: `${base}${path}`,
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body, idReplacement: true } : {}),
    connections,
    duration,
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${method} ${base}${path}: ${failed} requests failed`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

/** @param {string} base @param {Record<string, string>} headers */
async function measure(base, headers) {
  /** @type {Map<string, { perSecond: number, p99: number }>} */
  const results = new Map();
  for (const request of requests) {
    await run(base, headers, request, 1);
    results.set(request.name, await run(base, headers, request, seconds));
  }
  return results;
}

/** Gets a response of each kind for the plain server to repeat. @param {string} url @param {string} cookie */
async function sampleResponses(url, cookie) {
  return Promise.all(
    requests.map(async ({ method, path, body }) => {
      const headers = { cookie, 'content-type': 'application/json' };
      const response = await fetch(`${url}/api${path}`, body ? { method, headers, body } : { headers });
      return { method, path, status: response.status, body: await response.text() };
    }),
  );
}

if (!isBuilt()) await buildProduct();
/** @type {Map<string, Awaited<ReturnType<typeof measure>>>} */
const measured = new Map();

const folder = await seededFolder('balanced', groups);
const embedded = await startGateway(folder);
const cookie = await signIn(embedded.url);
const plain = await startPlainServer(await sampleResponses(embedded.url, cookie));
measured.set('plain Fastify', await measure(plain.url, { cookie }));
await plain.stop();
measured.set('PGlite', await measure(`${embedded.url}/api`, { cookie }));
await embedded.stop();
rmSync(folder, { recursive: true, force: true });

const cluster = await startCluster({ durable: true });
if ('missing' in cluster) process.stdout.write(`PostgreSQL was skipped: ${cluster.missing}\n`);
else {
  const stopped = await startGateway('', { DATABASE_URL: cluster.url });
  await stopped.stop();
  await seedPostgres(cluster.url, 'balanced', groups);
  const gateway = await startGateway('', { DATABASE_URL: cluster.url });
  measured.set('PostgreSQL', await measure(`${gateway.url}/api`, { cookie: await signIn(gateway.url) }));
  await gateway.stop();
  await cluster.stop();
}

process.stdout.write(
  `${groups} groups, ${connections} connections, ${seconds} s each, every write flushed to disk.\n`,
);
const reference = measured.get('plain Fastify');
console.table(
  [...measured].flatMap(([server, results]) =>
    [...results].map(([request, { perSecond, p99 }]) => ({
      request,
      server,
      'requests/s': Math.round(perSecond),
      'p99 ms': p99,
      'of plain Fastify': `${((perSecond / (reference?.get(request)?.perSecond ?? perSecond)) * 100).toFixed(1)} %`,
    })),
  ),
);
