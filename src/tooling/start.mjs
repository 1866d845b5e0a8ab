/** Starts the product, and builds it first if the sources have changed. Arguments are passed to the gateway. */
import { isBuilt } from './sources.mjs';

if (!isBuilt()) {
  process.stdout.write('Building…\n');
  const { buildProduct } = await import('./build.mjs');
  await buildProduct();
}
// In the same process, so that signals reach the gateway.
await import(new URL('../../dist/server/main.js', import.meta.url).href);
