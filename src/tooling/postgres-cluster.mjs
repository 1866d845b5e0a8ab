/** Starts a temporary PostgreSQL cluster for tests and benchmarks. Requires an installed PostgreSQL. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, chownSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { installFromDebian } from './programs.mjs';
import { stepLimit } from './time-limits.mjs';

/**
 * Starts a cluster on a free loopback port. If `CI=true` and PostgreSQL is missing, installs the Debian package.
 * @param {{ durable?: boolean }} [options] durable: flush writes to disk, as in production
 */
export async function startCluster({ durable = false } = {}) {
  const bin = findBinaries() ?? installBinaries();
  if (bin === undefined) return { missing: "PostgreSQL isn't installed" };
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : undefined;
  if (process.getuid?.() === 0 && !owner)
    return { missing: "PostgreSQL doesn't run as root, and there's no user postgres or nobody" };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'palisade-postgres-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = path.join(folder, 'data');
  const as = { ...(owner ? { uid: owner.uid, gid: owner.gid } : {}), cwd: folder };
  execFileSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'palisade', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    { ...as, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const port = await freePort();
  const unsafe = durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const settings = ['max_connections=100', ...unsafe];
  const address = ['-p', String(port), '-h', '127.0.0.1', '-k', folder];
  const args = ['-D', data, ...address, ...settings.flatMap((setting) => ['-c', setting])];
  const start = () => spawn(path.join(bin, 'postgres'), args, { ...as, stdio: 'ignore' });
  let server = start();
  const url = `postgres://palisade@127.0.0.1:${port}/postgres`;
  const version = await waitFor(url, server);
  const shutDown = async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGINT');
    await gone;
  };
  return {
    url,
    version,
    /** Pauses every server process, so that nothing responds. */
    freeze: () => signalAll(server.pid, 'SIGSTOP'),
    resume: () => signalAll(server.pid, 'SIGCONT'),
    shutDown,
    /** On the same data and port. */
    restart: async () => {
      server = start();
      await waitFor(url, server);
    },
    /** Shuts down and deletes the data. */
    stop: async () => {
      signalAll(server.pid, 'SIGCONT');
      await shutDown();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Signals the server and its child processes: PostgreSQL uses one process per connection. @param {number | undefined} pid @param {NodeJS.Signals} signal */
function signalAll(pid, signal) {
  if (pid === undefined) return;
  process.kill(pid, signal);
  for (const child of execFileSync('ps', ['-e', '-o', 'pid=,ppid=']).toString().split('\n')) {
    const [id, parent] = child.trim().split(/\s+/).map(Number);
    if (id === undefined || parent !== pid) continue;
    try {
      process.kill(id, signal);
    } catch {
      // The connection has ended.
    }
  }
}

/** @returns {string | undefined} the folder that contains initdb and postgres */
function findBinaries() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))),
  );
}

function installBinaries() {
  if (process.env['CI'] !== 'true') return undefined;
  installFromDebian('postgresql');
  return findBinaries();
}

function unprivilegedUser() {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (/** @type {string} */ flag) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // Try the next name.
    }
  }
  return undefined;
}

/** @returns {Promise<number>} a port of the loopback address that nothing listens on */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * @param {string} url @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<string>} its version, once it accepts connections
 */
async function waitFor(url, server) {
  for (const end = Date.now() + stepLimit; ;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      const result = await client.query('show server_version');
      await client.end();
      return result.rows[0].server_version;
    } catch (error) {
      if (server.exitCode !== null || Date.now() > end) throw error;
      await sleep(100);
    }
  }
}
