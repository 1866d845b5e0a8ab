/** Starts the product, and builds it first if the sources have changed. Arguments are passed to the gateway. */
import { spawnSync } from 'node:child_process';
import { isBuilt } from './sources.mjs';

if (!isBuilt()) {
  process.stdout.write('Building…\n');
  const { status } = spawnSync(process.execPath, ['src/tooling/run.mjs', 'build'], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
// In the same process, so that signals reach the gateway.
await import(new URL('../../dist/server/main.js', import.meta.url).href);
