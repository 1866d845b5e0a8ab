/** Runs the service and gateway tests, and starts the built server, on Node 24. This script itself runs on any version. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startGateway } from './bench/gateway.mjs';
import { startCluster } from './postgres-cluster.mjs';

const folder = 'node_modules/.cache/node24';

/**
 * Returns this process's own Node if it's version 24. Otherwise installs the platform's npm package with the binary:
 * `node@24` needs an install script, the platform packages don't.
 * @returns {string} the executable
 */
function node24() {
  if (process.versions.node.startsWith('24.')) return process.execPath;
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const file = path.resolve(
    folder,
    'node_modules',
    name,
    process.platform === 'win32' ? 'bin/node.exe' : 'bin/node',
  );
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const install = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@24`];
    spawnSync('npm', install, { stdio: 'inherit', shell: process.platform === 'win32' });
  }
  if (!existsSync(file)) throw new Error(`Couldn't install Node 24 (${name}@24 from the npm registry)`);
  return file;
}

/** @param {string} program @param {string[]} args @param {Record<string, string>} environment @returns {Promise<boolean>} */
function run(program, args, environment) {
  return new Promise((resolve) => {
    spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...environment } })
      .once('error', () => resolve(false))
      .once('close', (code) => resolve(code === 0));
  });
}

/** Starts the built server and checks that it becomes ready. @param {string} node @returns {Promise<boolean>} */
async function serverIsReady(node) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'palisade-node24-'));
  const gateway = await startGateway(dataDir, {}, { node });
  try {
    const { status } = await fetch(`${gateway.url}/-/ready`);
    process.stdout.write(`Built server on Node 24: /-/ready returned ${status}\n`);
    return status === 200;
  } finally {
    await gateway.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const node = node24();
spawnSync(node, ['--version'], { stdio: 'inherit' });
let ok = await serverIsReady(node);
const given = process.env['TEST_DATABASE_URL'];
const cluster = given ? undefined : await startCluster();
const server = given ?? (cluster && 'url' in cluster ? cluster.url : '');
const tests = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=dot',
  'src/service',
  'src/gateway',
  'src/demo',
];
ok &&= await run(node, tests, { TEST_DATABASE_URL: server });
if (cluster && 'stop' in cluster) await cluster.stop();
process.exitCode = ok ? 0 : 1;
