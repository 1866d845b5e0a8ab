/**
 * Measures the API's goodput under overload, with many more clients than it can serve, on both databases. `--factors 1,10,100`
 * also shows fewer clients, and `--seconds` measures for longer.
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { conclude, cpuOf, ms } from './figures.mjs';
import { signIn } from './gateway.mjs';
import { runClients } from './load-clients.mjs';
import { onBothDatabases, seededGateway } from './seed.mjs';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, factors: { type: 'string', default: '100' } },
});
const seconds = Number(values.seconds);
const factors = values.factors.split(',').map(Number);
const groups = 2_000;
/** Numbers of clients to try when looking for peak goodput. */
const candidates = [4, 10, 20];
const goal = 0.7;

/** @typedef {{ url: string, cookie: string, pid: number }} Target */

let runs = 0;

/** @param {Target} target @param {number} clients @param {boolean} patient */
async function measure({ url, cookie, pid }, clients, patient) {
  const watching = new AbortController();
  const health = watchHealth(url, watching.signal);
  const before = cpuOf(pid);
  const start = performance.now();
  const name = `Load ${Date.now()} ${(runs += 1)}`;
  const { statuses, latencies, cpuSeconds } = await runClients({
    url,
    cookie,
    clients,
    seconds,
    patient,
    name,
  });
  const wall = (performance.now() - start) / 1000;
  watching.abort();
  return {
    clients,
    patient,
    goodput: latencies.length / seconds,
    p50: latencies[Math.floor(latencies.length * 0.5)],
    p99: latencies[Math.floor(latencies.length * 0.99)],
    statuses,
    health: await health,
    cpu: (cpuOf(pid) - before) / 1000 / wall,
    clientCpu: cpuSeconds / wall,
  };
}

/** @param {string} url @param {AbortSignal} signal @returns {Promise<{ asked: number, failed: number, longest: number }>} */
async function watchHealth(url, signal) {
  const seen = { asked: 0, failed: 0, longest: 0 };
  while (!signal.aborted) {
    const start = performance.now();
    const ok = await fetch(`${url}/-/health`, { signal: AbortSignal.timeout(10_000) }).then(
      async (response) => response.ok && (await response.text()) !== '',
      () => false,
    );
    seen.asked += 1;
    if (!ok) seen.failed += 1;
    seen.longest = Math.max(seen.longest, performance.now() - start);
    await sleep(50);
  }
  return seen;
}

/** @param {string} server @param {Target} target @returns {Promise<boolean>} whether the goal was reached */
async function bench(server, target) {
  await measure(target, 10, false);
  let peak = { clients: 0, goodput: 0 };
  for (const clients of candidates) {
    const { goodput } = await measure(target, clients, false);
    if (goodput > peak.goodput) peak = { clients, goodput };
  }
  // Other processes and the growing database change the peak, so each round measures it again.
  /** @type {(Awaited<ReturnType<typeof measure>> & { factor: number, share: number, beside: number })[]} */
  const rounds = [];
  for (let round = 0; round < 3; round += 1) {
    for (const factor of factors) {
      const beside = (await measure(target, peak.clients, false)).goodput;
      for (const patient of factor > 1 ? [false, true] : [false]) {
        const result = await measure(target, peak.clients * factor, patient);
        rounds.push({ factor, share: result.goodput / beside, beside, ...result });
      }
    }
  }
  // The median round counts.
  const results = factors.flatMap((factor) =>
    [false, true].flatMap((patient) =>
      rounds
        .filter((each) => each.factor === factor && each.patient === patient)
        .toSorted((one, other) => one.share - other.share)
        .slice(1, 2),
    ),
  );
  process.stdout.write(
    `\n${server}: the peak is ${peak.goodput.toFixed(0)} successes/s with ${peak.clients} clients\n`,
  );
  console.table(
    results.map((result) => ({
      clients: `${result.clients} (${result.factor}×)`,
      'on 503': result.patient ? 'wait' : 'retry immediately',
      'successes/s': Math.round(result.goodput),
      'peak just before': Math.round(result.beside),
      'of that': `${(result.share * 100).toFixed(0)} %`,
      'p50 ms': ms(result.p50),
      'p99 ms': ms(result.p99),
      statuses: Object.entries(result.statuses)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
      '/-/health longest ms': ms(result.health.longest),
      '/-/health failed': `${result.health.failed} of ${result.health.asked}`,
      'CPU of gateway, of clients': `${result.cpu.toFixed(2)}, ${result.clientCpu.toFixed(2)}`,
    })),
  );
  return results.every(
    ({ factor, share, health, statuses }) =>
      (share >= goal || factor < Math.max(...factors)) &&
      health.failed === 0 &&
      Object.keys(statuses).every((status) => ['200', '201', '503'].includes(status)),
  );
}

process.stdout.write(
  `${groups} groups, one write in five requests, ${seconds} s each, every write flushed to disk; ` +
    `${os.cpus().length} processors shared by everything, load average ${os.loadavg()[0]?.toFixed(1)} before.\n`,
);
const verdicts = await onBothDatabases(async (name, databaseUrl) => {
  const { url, pid, stop } = await seededGateway('balanced', groups, { databaseUrl });
  const reached = await bench(name, { url, pid, cookie: await signIn(url) });
  await stop();
  return reached;
});
conclude(
  verdicts.every(Boolean),
  `goodput with ${Math.max(...factors)} times the clients stays above ${goal * 100} % of the peak, with only 2xx and 503`,
);
