import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';

export interface Load {
  url: string;
  cookie: string;
  /** Each with its own connection and one request at a time; every fifth request is a write. */
  clients: number;
  /** The time that counts, after that in which the clients come one after another. */
  seconds: number;
  /** Whether clients wait for `Retry-After`. */
  patient: boolean;
  /** Prefix of the created groups' names. */
  name: string;
}

/** Reads and writes without a pause. @returns latencies of successes, CPU time of the clients, and what `/-/health` returned */
export async function runClients({ url, cookie, clients, seconds, patient, name }: Load) {
  const statuses: Record<string, number> = {};
  const latencies: number[] = [];
  const headers = { cookie, 'content-type': 'application/json' };
  // Hundreds of clients that come together would be a different load.
  const ramp = clients > 100 ? 2_000 : 500;
  const begin = performance.now() + ramp;
  const end = begin + seconds * 1_000;
  const run = async (number: number) => {
    const client = new Client(url);
    await sleep((number / clients) * ramp);
    for (let count = number; performance.now() < end; count += 1) {
      const start = performance.now();
      const data = { name: `${name} ${number} ${count}`, description: '' };
      const { status, retryAfter } = await client
        .request(
          count % 5 === 0
            ? { method: 'POST', path: '/api/groups', headers, body: JSON.stringify({ data }) }
            : { method: 'GET', path: '/api/groups?limit=100', headers: { cookie } },
        )
        .then(async (response) => {
          await response.body.arrayBuffer();
          return {
            status: String(response.statusCode),
            retryAfter: Number(response.headers['retry-after'] ?? 0),
          };
        })
        .catch((error: NodeJS.ErrnoException) => ({ status: error.code ?? 'failed', retryAfter: 0 }));
      const now = performance.now();
      if (now >= end) break;
      if (now >= begin) {
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status.startsWith('2')) latencies.push(now - start);
      }
      if (patient) await sleep(retryAfter * 1_000);
    }
    await client.destroy();
  };
  const health = { failed: 0, longest: 0 };
  const watch = async () => {
    for (let start = 0; performance.now() < end; await sleep(50)) {
      start = performance.now();
      const isHealthy = await fetch(`${url}/-/health`, { signal: AbortSignal.timeout(10_000) }).then(
        async (response) => response.ok && (await response.text()) !== '',
        () => false,
      );
      health.failed += isHealthy ? 0 : 1;
      health.longest = Math.max(health.longest, performance.now() - start);
    }
  };
  await Promise.all([watch(), ...Array.from({ length: clients }, (_, number) => run(number))]);
  const { user, system } = process.cpuUsage();
  return { statuses, latencies, cpu: (user + system) / 1e3, health };
}
