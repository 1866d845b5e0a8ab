/** Runs the service and gateway tests, and starts the built server, on Node 24. This script itself runs on any version. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { startGateway } from './harness/gateway.mjs';
import { startCluster } from './postgres-cluster.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

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

/** Starts the built server and checks that it becomes ready. @param {string} node @returns {Promise<boolean>} */
async function serverIsReady(node) {
  const gateway = await startGateway(temporaryFolder('node24'), {}, { node });
  try {
    const { status } = await fetch(`${gateway.url}/-/ready`);
    process.stdout.write(`Built server on Node 24: /-/ready returned ${status}\n`);
    return status === 200;
  } finally {
    await gateway.stop();
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
const env = { ...process.env, TEST_DATABASE_URL: server };
ok &&= spawnSync(node, tests, { stdio: 'inherit', env }).status === 0;
if (cluster && 'stop' in cluster) await cluster.stop();
process.exitCode = ok ? 0 : 1;
