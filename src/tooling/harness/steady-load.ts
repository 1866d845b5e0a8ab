import { Agent, request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Clients that send requests until they're stopped, and count outcomes: a status, or an error's code. */
export function startSteadyLoad(cookie: string, host: string) {
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
  return {
    outcomes,
    add: (clients: number, ...client: Parameters<typeof run>) =>
      void running.push(...Array.from({ length: clients }, () => run(...client))),
    stop: () => {
      isOver = true;
      return Promise.all(running);
    },
  };
}
