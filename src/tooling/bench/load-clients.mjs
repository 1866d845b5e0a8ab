/** Clients that read and write without a pause, in a separate process so that they don't share a thread with the caller. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startForked, whenForked } from './servers/forked.mjs';

/**
 * @typedef {object} Load
 * @property {string} url
 * @property {string} cookie
 * @property {number} clients each with its own connection and one request at a time
 * @property {number} seconds that are counted, after those in which the clients come one after another
 * @property {boolean} patient whether clients wait for `Retry-After`
 * @property {string} name prefix of the created groups' names
 */
/** @typedef {{ statuses: Record<string, number>, latencies: number[], cpuSeconds: number }} Loaded latencies in ms, of successes */

/** Hundreds of clients that come together would be a different load. @param {number} clients */
const rampOf = (clients) => (clients > 100 ? 2 : 0.5);
/** One in this many requests is a write. */
const writeEvery = 5;

/** @param {Load} load @returns {Promise<Loaded>} */
export async function runClients(load) {
  const { reply, stop } = await startForked(import.meta.url, 'run', load);
  await stop();
  return reply;
}

/** @param {Load} load @returns {Promise<Loaded>} */
async function run({ url, cookie, clients, seconds, patient, name }) {
  /** @type {Record<string, number>} */
  const statuses = {};
  /** @type {number[]} */
  const latencies = [];
  const rampMilliseconds = rampOf(clients) * 1000;
  const begin = performance.now() + rampMilliseconds;
  const end = begin + seconds * 1000;
  let made = 0;
  const client = async (/** @type {number} */ number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await sleep((number / clients) * rampMilliseconds);
    for (let count = number; performance.now() < end; count += 1) {
      const writes = count % writeEvery === 0;
      const body = writes
        ? JSON.stringify({ data: { name: `${name} ${(made += 1)}`, description: '' } })
        : undefined;
      const start = performance.now();
      const { status, retryAfter } = await send(`${url}/api/groups${writes ? '' : '?limit=100'}`, {
        agent,
        cookie,
        body,
      });
      const now = performance.now();
      if (now >= end) break;
      if (now >= begin) {
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status.startsWith('2')) latencies.push(now - start);
      }
      if (patient) await sleep(retryAfter * 1000);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  const { user, system } = process.cpuUsage();
  return { statuses, latencies: latencies.toSorted((a, b) => a - b), cpuSeconds: (user + system) / 1e6 };
}

/**
 * @param {string} address
 * @param {{ agent: Agent, cookie: string, body: string | undefined }} what
 * @returns {Promise<{ status: string, retryAfter: number }>}
 */
function send(address, { agent, cookie, body }) {
  return new Promise((resolve) => {
    const headers = { cookie, ...(body ? { 'content-type': 'application/json' } : {}) };
    const sent = request(address, { agent, method: body ? 'POST' : 'GET', headers }, (response) => {
      const retryAfter = Number(response.headers['retry-after'] ?? 0);
      response.resume();
      response.once('end', () => resolve({ status: String(response.statusCode), retryAfter }));
      response.once('error', () => resolve({ status: 'broken', retryAfter: 0 }));
    });
    sent.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve({ status: error.code ?? 'failed', retryAfter: 0 }),
    );
    sent.end(body);
  });
}

whenForked({ run });
