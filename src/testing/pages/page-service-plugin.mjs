import { runnerImport } from 'vite';
import { databaseTemplate } from '../../tooling/make-database-template.mjs';

/** Paths of the gateway. */
const gatewayPath = /^\/(api|-)\//;

/** Set by tests of pages: other component tests have no service. */
const pageServiceCookie = 'page-service=on';

/**
 * Has Vite's server respond as the demo's gateway, which starts with the first request.
 * @returns {import('vite').Plugin}
 */
export function pageService() {
  return {
    name: 'page-service',
    configureServer(server) {
      /** @type {Promise<import('./page-service.ts').PageService> | undefined} */
      let service;
      server.middlewares.use((request, response, next) => {
        const { url = '', headers } = request;
        if (!gatewayPath.test(url) || !headers.cookie?.includes(pageServiceCookie)) return next();
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

/** @param {string} origin */
async function start(origin) {
  await databaseTemplate();
  const { module } = await runnerImport('/src/testing/pages/page-service.ts');
  return /** @type {typeof import('./page-service.ts')} */ (module).startPageService(origin);
}
