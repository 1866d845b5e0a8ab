/** The API's goodput with 100 times the clients that reach its peak (`--factor`), who retry immediately, beside the peak. */
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { cpuOf } from '../cpu-time.ts';
import { check, inTurns, option, show, spread, type Figures } from '../harness/measure.ts';
import { onBothDatabases, seededProduct } from '../harness/seed.ts';

const seconds = Number(option('seconds', 3));
const factor = Number(option('factor', 100));
/** Clients that connect at the same moment would be a different load; these seconds don't count. */
const ramp = 2;
const goal = 0.7;

export async function run(): Promise<void> {
  await onBothDatabases(async (database, databaseUrl) => {
    const { url, pid, session, stop } = await seededProduct({ groups: 2_000 }, databaseUrl);
    const headers = { cookie: session.cookie, 'content-type': 'application/json' };
    /** Four in five requests are reads. */
    const requests = (): autocannon.Request[] => {
      const body = JSON.stringify({ data: { name: `Load ${performance.now()} [<id>]` } });
      const read = { path: '/api/groups?limit=100' };
      return [{ method: 'POST', path: '/api/groups', body }, read, read, read, read];
    };
    const measure = async (connections: number): Promise<Figures> => {
      const options = { url, connections, duration: ramp + seconds, headers, idReplacement: true };
      const statuses: Record<number, number> = {};
      const latencies: number[] = [];
      const sending = autocannon({ ...options, requests: requests() }) as autocannon.Instance &
        Promise<autocannon.Result>;
      const begin = performance.now() + ramp * 1_000;
      void sending.on('response', (_client, status, _bytes, latency) => {
        if (performance.now() < begin) return;
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status < 300) latencies.push(latency);
      });
      await sleep(ramp * 1_000);
      const cpu = cpuOf(pid);
      const isHealthy = (await fetch(`${url}/-/health`)).ok;
      const { errors, timeouts } = await sending;
      const others = Object.keys(statuses).filter((status) => !/^(2..|503)$/.test(status));
      if (others.length > 0 || errors + timeouts > 0 || !isHealthy)
        check(false, `only 2xx and 503: ${others.join()}, ${errors} errors, ${timeouts} timeouts`);
      const rates = { goodput: latencies.length / seconds, '503/s': (statuses[503] ?? 0) / seconds };
      return { ...rates, ...spread(latencies), 'gateway CPU': (cpuOf(pid) - cpu) / seconds / 1_000 };
    };
    let peak = { clients: 0, goodput: 0 };
    await measure(10);
    for (const clients of [4, 10, 20]) {
      const { goodput = 0 } = await measure(clients);
      if (goodput > peak.goodput) peak = { clients, goodput };
    }
    // Other processes and the growing database change the peak, so each turn measures it again.
    const variants = { peak: () => measure(peak.clients), overload: () => measure(peak.clients * factor) };
    const results = await inTurns(variants, 3);
    show(`${database}: ${peak.clients} clients reach the peak; every write is flushed to disk`, results);
    const share = (results['overload']?.['goodput'] ?? 0) / (results['peak']?.['goodput'] ?? 0);
    check(share >= goal, `at least ${goal * 100} % of the peak: ${(share * 100).toFixed(0)} %`);
    await stop();
  });
}
