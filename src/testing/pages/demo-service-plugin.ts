import { runnerImport, type Plugin } from 'vite';
import { databaseTemplate } from '../../tooling/database-template.ts';
import type { DemoService, startDemoService } from './demo-service.ts';

/** Has Vite's server respond as the demo's gateway, which starts with the first request. */
export function demoService(): Plugin {
  return {
    name: 'demo-service',
    configureServer(server) {
      let service: Promise<DemoService> | undefined;
      server.middlewares.use((request, response, next) => {
        const { url = '', headers } = request;
        if (!/^\/(api|-)\//.test(url)) return next();
        service ??= start(`http://${headers.host}`);
        service.then(({ handle }) => handle(request, response), next);
      });
      const { close } = server;
      server.close = async () => {
        await (await service?.catch(() => undefined))?.stop();
        await close();
      };
    },
  };
}

async function start(origin: string): Promise<DemoService> {
  await databaseTemplate();
  const path = '/src/testing/pages/demo-service.ts';
  const { module } = await runnerImport<{ startDemoService: typeof startDemoService }>(path);
  return module.startDemoService(origin);
}
