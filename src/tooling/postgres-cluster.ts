/** Starts a temporary PostgreSQL cluster for tests and benchmarks. Requires an installed PostgreSQL. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { owned } from './gateway.ts';
import { findProgram, installFromDebian } from './programs.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { stepLimit } from './time-limits.ts';

/**
 * Starts a cluster on a free loopback port. If `CI=true` and PostgreSQL is missing, installs the Debian package.
 * @param durable whether to flush writes to disk, as in production
 */
export async function startCluster({ durable = false } = {}) {
  if (process.env['CI'] === 'true' && !findPostgres('initdb')) installFromDebian('postgresql');
  const [initdb, postgres] = [findPostgres('initdb'), findPostgres('postgres')];
  if (!initdb || !postgres) return { missing: "PostgreSQL isn't installed" };
  const folder = temporaryFolder('postgres');
  // It doesn't run as root; Debian's package has created the user.
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']));
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = path.join(folder, 'data');
  const as = { ...owner, cwd: folder };
  execFileSync(
    initdb,
    ['-D', data, '-U', 'palisade', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    { ...as, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const port = await freePort();
  const unsafe = durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const settings = ['max_connections=100', ...unsafe].flatMap((setting) => ['-c', setting]);
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...settings];
  const url = `postgres://palisade@127.0.0.1:${port}/postgres`;
  const start = () => spawn(postgres, args, { ...as, stdio: 'ignore' });
  let server = start();
  let end = owned(server);
  await acceptsConnections(url, server);
  /** PostgreSQL uses one process per connection. */
  const signalAll = (signal: 'STOP' | 'CONT') => {
    server.kill(`SIG${signal}`);
    spawnSync('pkill', [`-${signal}`, '-P', String(server.pid)]);
  };
  return {
    url,
    /** Pauses every server process, so that nothing responds. */
    freeze: () => signalAll('STOP'),
    resume: () => signalAll('CONT'),
    shutDown: () => end('SIGINT'),
    /** On the same data and port. */
    restart: () => {
      server = start();
      end = owned(server);
      return acceptsConnections(url, server);
    },
    /** Shuts down, even if it's paused. */
    stop: async () => {
      signalAll('CONT');
      await end('SIGINT');
    },
  };
}

/** Debian has a folder for each version, which isn't in the search path. */
function findPostgres(program: string): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  return findProgram(...versions.map((version) => path.join(debian, version, 'bin', program)), program);
}

/** A port of the loopback address that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

async function acceptsConnections(url: string, server: ChildProcess): Promise<void> {
  for (const end = Date.now() + stepLimit; ; await sleep(100)) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (server.exitCode !== null || Date.now() > end) throw error;
    }
  }
}
