/** Starts the built product in its own process, for benchmarks and soak tests. Builds it first if the sources have changed. */
import { spawn, spawnSync } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildProduct } from '../build.mjs';
import { isBuilt } from '../sources.mjs';

if (!isBuilt()) await buildProduct();

/** Of the administrator, and of users that benchmarks create. */
export const password = 'a password for benchmarks';

/**
 * @param {string} dataDir
 * @param {Record<string, string>} [environment]
 * @param {{ yielding?: boolean, node?: string, args?: string[] }} [options] yielding: run only while the CPUs
 *   are idle; node: the executable, this process's own by default; args: of the gateway
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void>, kill: () => Promise<void> }>} kill: sends SIGKILL
 */
export async function startGateway(
  dataDir,
  environment = {},
  { yielding = false, node = process.execPath, args = [] } = {},
) {
  const child = spawn(node, ['dist/server/main.js', ...args], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      ADMIN_PASSWORD: password,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Before it starts threads, because they inherit its priority.
  if (yielding && child.pid !== undefined) runWhenIdle(child.pid);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      const address = /Palisade Console\s+(http:\/\/\S+?)\/\s/.exec(output)?.[1];
      if (address) resolve(address);
    });
    void exited.then(() => reject(new Error(`The gateway exited:\n${output}`)));
  });
  const end = async (/** @type {NodeJS.Signals} */ signal) => {
    child.kill(signal);
    await exited;
  };
  return { url, pid: child.pid ?? 0, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/** @param {number} pid of a process that should run only while the CPUs are idle */
function runWhenIdle(pid) {
  // Only Linux has SCHED_IDLE (sched(7)); with a low priority, it still delays others by milliseconds.
  const idle = spawnSync('chrt', ['--idle', '--pid', '0', String(pid)]);
  if (idle.status !== 0) setPriority(pid, constants.priority.PRIORITY_LOW);
}

/** @param {string} url @param {string} [login] the administrator by default @returns {Promise<string>} the session cookie */
export async function signIn(url, login = 'admin') {
  const response = await fetch(`${url}/api/authentication`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { login, password } }),
  });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/**
 * Creates a record.
 * @param {string} url
 * @param {string} cookie
 * @param {string} path of its list
 * @param {object} data
 * @returns {Promise<any>} the record
 */
export async function create(url, cookie, path, data) {
  const headers = { cookie, 'content-type': 'application/json' };
  const body = JSON.stringify({ data });
  const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body });
  if (response.status !== 201) throw new Error(`POST ${path}: ${await response.text()}`);
  return response.json();
}

/** Waits for a job. @param {string} url @param {string} cookie @param {string} path @returns {Promise<string>} its last message */
export async function endOfJob(url, cookie, path) {
  for (;;) {
    const response = await fetch(`${url}/api${path}`, { headers: { cookie } });
    if (!response.ok) throw new Error(`GET ${path}: ${await response.text()}`);
    const { finished, message } = /** @type {{ finished: boolean, message: string }} */ (
      await response.json()
    );
    if (finished) return message;
    await sleep(200);
  }
}
