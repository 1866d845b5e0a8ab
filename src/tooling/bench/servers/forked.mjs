/** Runs a part of a benchmark in its own process, so that its CPU time isn't the benchmark's. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Starts a module that calls `whenForked` with a role.
 * @param {string} moduleUrl
 * @param {string} role
 * @param {any} [message] for the role's function
 */
export async function startForked(moduleUrl, role, message = null) {
  const child = fork(fileURLToPath(moduleUrl), [role]);
  child.send({ message });
  const [{ reply }] = /** @type {[{ reply: any }]} */ (await once(child, 'message'));
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  return { child, reply, pid: child.pid ?? 0, stop };
}

/**
 * As `startForked`, for a role that replies with the URL of its server.
 * @param {Parameters<typeof startForked>} given
 */
export async function startServer(...given) {
  const { reply, pid, stop } = await startForked(...given);
  return { url: String(reply), pid, stop };
}

/**
 * Calls the function of this process's role, and sends its result to the process that forked it.
 * @param {Record<string, (message: any) => Promise<unknown>>} roles
 */
export function whenForked(roles) {
  const perform = roles[process.argv[2] ?? ''];
  if (perform && process.send)
    process.once('message', ({ message }) => {
      void perform(message).then((reply) => process.send?.({ reply }));
    });
}
