/** Stops and kills two instances in turn, under load directly and through nginx: what a stop and a kill may do to requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { option } from '../harness/measure.ts';
import { startNginx } from '../harness/nginx.ts';
import { signIn, startProduct } from '../harness/product.ts';
import { report } from '../harness/soak.ts';
import { startSteadyLoad } from '../harness/steady-load.ts';
import { freePort, startCluster } from '../postgres-cluster.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** As `fail_timeout`: until then, nginx avoids an instance that was down. */
const avoidedMilliseconds = 5_500;

/**
 * Outcomes besides success. The system resets connections that it takes in the instant before the process stops listening; keep-alive
 * clients and proxies don't open any then. Nginx can't know whether a killed instance has created the group.
 */
const endings = [
  ['SIGTERM', option('stops', 20), /^direct.*REFUSED$|^direct, new.*RESET$/],
  ['SIGKILL', option('kills', 6), /^direct.*(REFUSED|RESET)$|^nginx writes: 502$/],
] as const;

export async function run(): Promise<void> {
  const { url: DATABASE_URL = '' } = await startCluster();
  const [proxy, ...ports] = [await freePort(), await freePort(), await freePort()];
  const settings = {
    DATA_DIR: temporaryFolder('stops'),
    DATABASE_URL,
    SECRET_KEY: 'the same for every instance on one database',
    PUBLIC_URL: `http://127.0.0.1:${proxy}`,
    TRUST_PROXY: '127.0.0.1',
  };
  const start = (port = 0) => startProduct({ ...settings, PORT: String(port) });
  const instances = [await start(ports[0]), await start(ports[1])];
  startNginx(settings.DATA_DIR, proxy, ports);
  const session = await signIn(`http://127.0.0.1:${ports[0]}`);
  const problems: string[] = [];
  let created = 0;
  for (const [signal, times, allowed] of endings) {
    const { outcomes, stop } = startSteadyLoad(session.cookie, proxy, ports);
    for (let round = 0; round < Number(times); round += 1) {
      await sleep(Math.random() * 300);
      await instances[round % 2]?.stop(signal);
      instances[round % 2] = await start(ports[round % 2]);
      await sleep(avoidedMilliseconds);
    }
    await stop();
    for (const [outcome, count] of Object.entries(outcomes)) {
      process.stdout.write(`${signal}, ${outcome}: ${count}\n`);
      if (!/ 20\d$/.test(outcome) && !allowed.test(outcome)) problems.push(`${signal}, ${outcome}`);
    }
    // Besides the Default group. Each name is unique, so that a group that was created twice would have been rejected.
    const exist = (await session.read('/groups?limit=1')).rows - 1 - created;
    const [known = 0, unknown = 0] = [201, 502].map((status) => outcomes[`nginx writes: ${status}`]);
    if (exist < known || exist > known + unknown) problems.push(`${known} + ${unknown} groups, not ${exist}`);
    created += exist;
  }
  report('Stops and kills', problems);
}
