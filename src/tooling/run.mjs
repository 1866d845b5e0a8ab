/**
 * Runs a TypeScript file of `src/tooling`, which Node 20 can't: `run.mjs test`, `run.mjs bench NAME`. Without a name, lists the
 * files of the folder.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createServer } from 'vite';

const [what = '', name = ''] = process.argv.slice(2);
const file = [what, `${what}/${name}`]
  .map((each) => path.posix.join('src/tooling', `${each}.ts`))
  .find(existsSync);
if (file) {
  const environment = process.env['NODE_ENV'];
  const server = { middlewareMode: true, watch: null, ws: /** @type {const} */ (false) };
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    server,
    optimizeDeps: { noDiscovery: true },
  });
  // Set by Vite, also for everything that this process starts.
  if (environment === undefined) delete process.env['NODE_ENV'];
  const { run } = await vite.ssrLoadModule(`/${file}`);
  if (run) {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
    await run();
    // Also ends the processes that it has started, and removes its folders.
    process.exit();
  }
} else {
  const names = readdirSync(`src/tooling/${what}`).map((each) => each.replace('.ts', ''));
  process.stdout.write(`npm run ${what} -- NAME, with one of these:\n${names.join('\n')}\n`);
  process.exitCode = name === '' ? 0 : 1;
}
