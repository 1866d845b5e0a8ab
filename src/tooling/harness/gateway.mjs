/** Runs the built product in its own process, and talks to it. Builds it first if the sources have changed. */
import { spawn, spawnSync } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildProduct } from '../build.mjs';
import { isBuilt } from '../sources.mjs';

/** Of the administrator, and of users that scenarios create. */
export const password = 'a password for benchmarks';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** With the signals that end them. @type {Map<ChildProcess, NodeJS.Signals>} */
const running = new Map();
process.once('exit', () => {
  for (const [child, signal] of running) child.kill(signal);
});

/** Ends a process with this one. @param {ChildProcess} child @param {NodeJS.Signals} [atExit] @returns the function that ends it */
export function owned(child, atExit = 'SIGKILL') {
  running.set(child, atExit);
  const exited = new Promise((resolve) => child.once('exit', resolve)).then(() => running.delete(child));
  return async (/** @type {NodeJS.Signals} */ signal = 'SIGTERM') => {
    child.kill(signal);
    await exited;
  };
}

/**
 * @param {string} dataDir
 * @param {Record<string, string>} [environment]
 * @param {{ yielding?: boolean, node?: string, args?: string[] }} [options] yielding: run only while the CPUs
 *   are idle; node: the executable, this process's own by default; args: of the gateway
 */
export async function startGateway(dataDir, environment = {}, options = {}) {
  if (!isBuilt()) await buildProduct();
  const { yielding = false, node = process.execPath, args = [] } = options;
  const settings = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ADMIN_PASSWORD: password };
  const child = spawn(node, ['dist/server/main.js', ...args], {
    // Vite sets NODE_ENV of this process.
    env: { ...process.env, NODE_ENV: undefined, ...settings, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const pid = child.pid ?? 0;
  const end = owned(child);
  // Only Linux has SCHED_IDLE (sched(7)); with a low priority, it still delays others by milliseconds. Threads inherit both.
  if (yielding && spawnSync('chrt', ['--idle', '--pid', '0', String(pid)]).status !== 0)
    setPriority(pid, constants.priority.PRIORITY_LOW);
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += String(chunk);
      const address = /Palisade Console\s+(http:\/\/\S+?)\/\s/.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`The gateway exited:\n${output}`)));
  });
  return { url, pid, child, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/** @typedef {Awaited<ReturnType<typeof signIn>>} Session */

/** @param {string} url @param {string} [login] the administrator by default */
export async function signIn(url, login = 'admin') {
  let cookie = '';
  /** @param {string} method @param {string} address @param {object} [data] @param {Record<string, string>} [headers] */
  const send = (method, address, data, headers = {}) =>
    fetch(`${url}/api${address}`, {
      method,
      headers: { cookie, ...(data && { 'content-type': 'application/json' }), ...headers },
      ...(data && { body: JSON.stringify({ data }) }),
    });
  /** @param {string} address @returns {Promise<any>} */
  const read = async (address) => {
    const response = await send('GET', address);
    if (!response.ok) throw new Error(`GET ${address}: ${await response.text()}`);
    return response.json();
  };
  /** @param {string} list @param {object} data @returns {Promise<any>} the record */
  const create = async (list, data) => {
    const response = await send('POST', list, data);
    if (response.status !== 201) throw new Error(`POST ${list}: ${await response.text()}`);
    return response.json();
  };
  /** Waits for a job. @param {string | null} path @returns {Promise<string>} its last message */
  const endOfJob = async (path) => {
    for (;;) {
      const { finished, message } = await read(path ?? '');
      if (finished) return message;
      await sleep(200);
    }
  };
  const response = await send('POST', '/authentication', { login, password });
  cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { url, cookie, send, read, create, endOfJob };
}
