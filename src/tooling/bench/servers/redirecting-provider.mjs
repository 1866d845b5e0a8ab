/** An OpenID provider in its own process, so that its CPU time isn't the gateway's. It signs everyone in as `johndoe`. */
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { runnerImport } from 'vite';
import { startForked, whenForked } from './forked.mjs';

/** @typedef {{ host: string, values: Record<string, string>, certificateFile: string, certificatePem: string }} ProviderDetails */

/**
 * @param {string} folder for its certificate
 * @returns {Promise<ProviderDetails & { hangUp: () => Promise<void>, stop: () => Promise<void> }>} hangUp: closes the idle connections
 */
export async function startRedirectingProvider(folder) {
  const { child, reply, stop } = await startForked(import.meta.url, 'serve', folder);
  const hangUp = async () => {
    child.send('hang up');
    await once(child, 'message');
  };
  return { .../** @type {ProviderDetails} */ (reply), hangUp, stop };
}

/** @param {string} folder */
async function serve(folder) {
  /** @type {import('node:https').Server | undefined} */
  let server;
  // The library keeps its server to itself.
  subscribe('http.server.request.start', (message) => {
    server = /** @type {{ server: import('node:https').Server }} */ (message).server;
  });
  const { module } = await runnerImport('/src/testing/foreign-provider.ts');
  const { startForeignProvider } =
    /** @type {{ startForeignProvider(folder: string): Promise<ProviderDetails> }} */ (module);
  const { host, values, certificateFile, certificatePem } = await startForeignProvider(folder);
  process.on('message', () => {
    server?.closeIdleConnections();
    process.send?.('done');
  });
  process.once('disconnect', () => process.exit());
  return { host, values, certificateFile, certificatePem };
}

whenForked({ serve });
