import { Agent, request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Starts clients of two instances and of a proxy, and counts outcomes: a status, or an error's code. */
export function startSteadyLoad(cookie: string, proxy: number, instances: number[]) {
  const host = `127.0.0.1:${proxy}`;
  const outcomes: Record<string, number> = {};
  const running: Promise<void>[] = [];
  const prefix = `Group ${Date.now()}`;
  let sent = 0;
  let isOver = false;

  /** Lists groups, or creates one. */
  const ask = (port: number, agent: Agent | undefined, name: string | undefined) =>
    new Promise<string>((resolve) => {
      const headers = { cookie, host, 'content-type': 'application/json' };
      const target = { port, host: '127.0.0.1', path: '/api/groups', method: name ? 'POST' : 'GET' };
      const fail = ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message);
      send({ ...target, agent: agent ?? false, headers })
        .on('response', (response) =>
          response
            .on('error', fail)
            .on('end', () => resolve(String(response.statusCode)))
            .resume(),
        )
        .on('error', fail)
        .end(name && JSON.stringify({ data: { name } }));
    });

  const run = async (what: string, port: number, { writes = false, keepAlive = true }) => {
    const agent = keepAlive ? new Agent({ keepAlive, maxSockets: 1 }) : undefined;
    while (!isOver) {
      const outcome = await ask(port, agent, writes ? `${prefix}.${(sent += 1)}` : undefined);
      outcomes[`${what}: ${outcome}`] = (outcomes[`${what}: ${outcome}`] ?? 0) + 1;
      await sleep(outcome.startsWith('E') ? 20 : Math.random() * 5);
    }
    agent?.destroy();
  };
  const add = (clients: number, ...client: Parameters<typeof run>) =>
    running.push(...Array.from({ length: clients }, () => run(...client)));
  for (const port of instances) {
    add(4, 'direct', port, {});
    add(4, 'direct, new connections', port, { keepAlive: false });
  }
  add(6, 'nginx', proxy, {});
  add(2, 'nginx writes', proxy, { writes: true });
  return {
    outcomes,
    stop: () => {
      isOver = true;
      return Promise.all(running);
    },
  };
}
