/** Starts the product, after building it where the sources have changed. Arguments are the gateway's. */
import { isBuilt } from './sources.mjs';

if (!isBuilt()) {
  process.stdout.write('Building…\n');
  const { buildProduct } = await import('./build.mjs');
  await buildProduct();
}
// In this process, so that signals reach the gateway itself.
await import(new URL('../../dist/server/main.js', import.meta.url).href);
