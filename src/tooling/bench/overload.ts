/** The API's goodput with 100 times the clients that reach its peak (`--factor`), who retry immediately, beside the peak. */
import autocannon from 'autocannon';
import { check, cpuOf, inTurns, option, show, type Figures } from '../harness/measure.ts';
import { onBothDatabases, seededProduct } from '../harness/seed.ts';

const seconds = Number(option('seconds', 3));
const factor = Number(option('factor', 100));
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
      const before = [cpuOf(pid), performance.now()] as const;
      const sent = {
        url,
        connections,
        duration: seconds,
        headers,
        requests: requests(),
        idReplacement: true,
      };
      const { errors, latency, statusCodeStats, timeouts } = await autocannon(sent);
      const cpu = (cpuOf(pid) - before[0]) / (performance.now() - before[1]);
      const rateOf = (status: `${number}`) => (statusCodeStats?.[status]?.count ?? 0) / seconds;
      const others = Object.keys(statusCodeStats ?? {}).filter((status) => !/^(2..|503)$/.test(status));
      const isHealthy = (await fetch(`${url}/-/health`)).ok;
      if (others.length > 0 || errors + timeouts > 0 || !isHealthy)
        check(false, `only 2xx and 503: ${others.join()}, ${errors} errors, ${timeouts} timeouts`);
      const goodput = rateOf('200') + rateOf('201');
      return { goodput, '503/s': rateOf('503'), p50: latency.p50, p99: latency.p99, 'gateway CPU': cpu };
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
