/** The API's goodput with many more clients than it can serve, beside its peak. `--factors 1,10,100` shows fewer, too. */
import { check, cpuOf, inTurns, option, show, spread, type Figures } from '../harness/measure.ts';
import { onBothDatabases, seededGateway } from '../harness/seed.ts';
import { start } from '../harness/servers.ts';

const seconds = Number(option('seconds', 3));
const factors = option('factors', 100).split(',').map(Number);
const goal = 0.7;

export async function run(): Promise<void> {
  await onBothDatabases(async (database, databaseUrl) => {
    const { url, pid, session, stop } = await seededGateway({ groups: 2_000, databaseUrl });
    const measure = async (clients: number, patient: boolean): Promise<Figures> => {
      const given = {
        url,
        cookie: session.cookie,
        clients,
        seconds,
        patient,
        name: `Load ${performance.now()}`,
      };
      const before = [cpuOf(pid), performance.now()] as const;
      const { reply, stop: end } = await start('clients', given);
      const { statuses, latencies, cpu, health } = reply;
      const [spentCpu, wall] = [cpuOf(pid) - before[0], performance.now() - before[1]];
      await end();
      const others = Object.keys(statuses).filter((status) => !['200', '201', '503'].includes(status));
      if (others.length > 0 || health.failed > 0)
        check(false, `only 2xx and 503: ${JSON.stringify({ statuses, health })}`);
      const rates = { 'successes/s': latencies.length / seconds, '503/s': (statuses['503'] ?? 0) / seconds };
      const cpus = { 'gateway CPU': spentCpu / wall, 'client CPU': cpu / wall };
      return { ...rates, ...spread(latencies), ...cpus, 'longest /-/health': health.longest };
    };
    let peak = { clients: 0, goodput: 0 };
    await measure(10, false);
    for (const clients of [4, 10, 20]) {
      const goodput = (await measure(clients, false))['successes/s'] ?? 0;
      if (goodput > peak.goodput) peak = { clients, goodput };
    }
    // Other processes and the growing database change the peak, so each turn measures it again.
    const variants: Record<string, () => Promise<Figures>> = { peak: () => measure(peak.clients, false) };
    for (const factor of factors)
      for (const patient of factor > 1 ? [false, true] : [false])
        variants[`${factor}×, ${patient ? 'wait' : 'retry immediately'} on 503`] = () =>
          measure(peak.clients * factor, patient);
    const results = await inTurns(variants, 3);
    show(
      `${database}: ${peak.clients} clients reach the peak; one request in five is a write, flushed to disk`,
      results,
    );
    const most = Object.entries(results).filter(([name]) => name.startsWith(`${Math.max(...factors)}×`));
    for (const [name, figures] of most) {
      const share = (figures['successes/s'] ?? 0) / (results['peak']?.['successes/s'] ?? 0);
      check(share >= goal, `${name}: at least ${goal * 100} % of the peak: ${(share * 100).toFixed(0)} %`);
    }
    await stop();
  });
}
