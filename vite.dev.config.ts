import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defineConfig, mergeConfig, type Plugin } from 'vite';
import { startGateway } from './src/tooling/gateway.ts';
import { writeGuide } from './src/tooling/guide.ts';
import { freePort } from './src/tooling/postgres-cluster.ts';
import { temporaryFolder } from './src/tooling/temporary-folder.ts';
import config from './vite.config.ts';

/** Paths of the gateway, except for the console's page among them. */
const gatewayPath = '^/(api|-(?!/docs))/';
const PORT = String(await freePort());

/** Starts the demo from its sources, and again when they change. Requests wait until it has started. */
function demo(): Plugin {
  return {
    name: 'demo',
    configureServer({ config: { logger, server }, middlewares, watcher }) {
      const start = async () => {
        const environment = { ...process.env, PORT, PUBLIC_URL: `http://localhost:${server.port}` };
        const command = [process.execPath, 'src/tooling/run.mjs', '../gateway/main', '--demo'];
        const started = await startGateway(environment, command);
        process.stdout.write(started.output());
        started.process.stdout.pipe(process.stdout);
        started.process.stderr.pipe(process.stderr);
        return started;
      };
      const report = ({ message }: Error) => logger.error(message);
      let gateway = start();
      gateway.catch(report);
      watcher.on('change', (file) => {
        if (!/src\/(contract|demo|gateway|service)\//.test(file)) return;
        const stopped = gateway.then(({ stop }) => stop()).catch(() => undefined);
        gateway = stopped.then(start);
        gateway.catch(report);
      });
      middlewares.use(({ url = '' }, _response, next) => {
        if (new RegExp(gatewayPath).test(url)) gateway.then(() => next(), next);
        else next();
      });
    },
  };
}

const types = { '.html': 'text/html', '.css': 'text/css', '.json': 'application/json', '.png': 'image/png' };

/** Serves the guide as the gateway of a build does. */
const guide: Plugin = {
  name: 'guide',
  configureServer({ middlewares }) {
    const folder = temporaryFolder('guide');
    writeGuide('docs', folder);
    middlewares.use('/-/docs/guide', ({ url = '' }, response, next) => {
      const name = path.basename(new URL(url, 'http://localhost').pathname) || 'index';
      const file = path.extname(name) ? name : `${name}.html`;
      const type = Object.entries(types).find(([extension]) => file.endsWith(extension))?.[1] ?? '';
      readFile(path.join(folder, file)).then(
        (content) => {
          response.setHeader('Content-Type', type).end(content);
        },
        () => next(),
      );
    });
  },
};

/** `npm run dev`: the console from its sources, in front of the demo. */
export default defineConfig(
  mergeConfig(config, {
    plugins: [guide, demo()],
    server: { port: 5173, proxy: { [gatewayPath]: `http://127.0.0.1:${PORT}` } },
  }),
);
