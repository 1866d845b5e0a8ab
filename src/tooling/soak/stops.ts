/**
 * Stops and kills two instances in turn, under load directly and through nginx. Checks that a stop resets no connection and
 * rejects no request, and that a kill only affects requests that can't be repeated safely.
 */
import { Agent, request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn, startGateway } from '../harness/gateway.mjs';
import { option } from '../harness/measure.ts';
import { startNginx } from '../harness/nginx.ts';
import { report } from '../harness/soak.ts';
import { freePort, startCluster } from '../postgres-cluster.mjs';
import { temporaryFolder } from '../temporary-folder.mjs';

/** As `fail_timeout`: until then, nginx sends no requests to an instance that was down. */
const avoidedMilliseconds = 5_500;

export async function run(): Promise<void> {
  const cluster = await startCluster();
  if ('missing' in cluster) throw new Error(cluster.missing);
  await soak(cluster.url).finally(cluster.stop);
}

async function soak(databaseUrl: string): Promise<void> {
  const folder = temporaryFolder('stops');
  const [proxy, ...ports] = [await freePort(), await freePort(), await freePort()];
  const start = (port: number) =>
    startGateway(folder, {
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'the same for every instance on one database',
      PUBLIC_URL: `http://127.0.0.1:${proxy}`,
      TRUST_PROXY: '127.0.0.1',
    });
  const instances: Awaited<ReturnType<typeof startGateway>>[] = [];
  for (const port of ports) instances.push(await start(port));
  const hasProxy = startNginx(folder, proxy, ports);
  if (!hasProxy) process.stdout.write("nginx isn't installed: tests direct connections only\n");
  const session = await signIn(`http://127.0.0.1:${ports[0]}`);
  const problems: string[] = [];
  const outcomes = new Map<string, number>();
  /** What happens to an instance now. */
  let ending: 'stop' | 'kill' = 'stop';
  let isOver = false;
  let sent = 0;

  /** Lists groups, or creates one. @returns the status or the error's code */
  const ask = (port: number, agent: Agent | false, name?: string) =>
    new Promise<string>((resolve) => {
      const headers = {
        cookie: session.cookie,
        host: `127.0.0.1:${proxy}`,
        'content-type': 'application/json',
      };
      const method = name ? 'POST' : 'GET';
      const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
      const request = send(
        { port, host: '127.0.0.1', agent, method, path: '/api/groups', headers },
        (response) =>
          response
            .on('error', fail)
            .on('end', () => resolve(String(response.statusCode)))
            .resume(),
      );
      request.on('error', fail).end(name && JSON.stringify({ data: { name } }));
    });

  /** Sends requests until the end. */
  const load = async (what: string, port: number, isAlive: boolean, writes = false) => {
    const agent = isAlive && new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) {
      sent += 1;
      const outcome = await ask(port, agent, writes ? `Group ${sent}` : undefined);
      // The system resets connections that it takes in the instant before the process stops listening; keep-alive clients and
      // proxies don't open any then. Nginx can't know whether a killed instance has created the group.
      const isReset = outcome === 'ECONNRESET' && (ending === 'kill' || !isAlive);
      const isAllowed =
        port === proxy
          ? ending === 'kill' && writes && outcome === '502'
          : outcome === 'ECONNREFUSED' || isReset;
      if (!outcome.startsWith('20') && !isAllowed) problems.push(`${what}: ${outcome} (${ending})`);
      const key = `${ending} ${what} ${outcome}`;
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
      await sleep(outcome.startsWith('E') ? 20 : Math.random() * 5);
    }
    if (agent) agent.destroy();
  };
  const several = (count: number, ...client: Parameters<typeof load>) =>
    Array.from({ length: count }, () => load(...client));
  const clients = ports.flatMap((port) => [
    ...several(4, 'keep-alive', port, true),
    ...several(4, 'new connections', port, false),
  ]);
  if (hasProxy)
    clients.push(...several(6, 'nginx', proxy, true), ...several(2, 'nginx writes', proxy, true, true));

  for (const [how, times] of [
    ['stop', option('stops', 20)],
    ['kill', hasProxy ? option('kills', 6) : 0],
  ] as const) {
    ending = how;
    for (let round = 0; round < Number(times); round += 1) {
      await sleep(Math.random() * 300);
      const turn = round % ports.length;
      await instances[turn]?.[how]();
      instances[turn] = await start(ports[turn] ?? 0);
      await sleep(avoidedMilliseconds);
    }
  }
  isOver = true;
  await Promise.all(clients);

  const count = (outcome: string) =>
    [...outcomes].reduce(
      (sum, [key, times]) => sum + (key.endsWith(`nginx writes ${outcome}`) ? times : 0),
      0,
    );
  // Besides the Default group. Each name is unique, so that a group that was created twice would have been rejected.
  const exist = (await session.read('/groups?limit=1')).rows - 1;
  if (exist < count('201') || exist > count('201') + count('502'))
    problems.push(`${count('201')} groups were created, ${count('502')} may have been, and ${exist} exist`);
  for (const instance of instances) await instance.stop();
  for (const [outcome, times] of outcomes) process.stdout.write(`${outcome}: ${times}\n`);
  report(`${sent} requests`, problems);
}
