import { defineConfig, mergeConfig, type Plugin } from 'vite';
import { startGateway } from './src/tooling/gateway.ts';
import { freePort } from './src/tooling/postgres-cluster.ts';
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

/** `npm run dev`: the console from its sources, in front of the demo. */
export default defineConfig(
  mergeConfig(config, {
    plugins: [demo()],
    server: { port: 5173, proxy: { [gatewayPath]: `http://127.0.0.1:${PORT}` } },
  }),
);
