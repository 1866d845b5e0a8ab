import {
  createRouter,
  parseSearchWith,
  stringifySearchWith,
  type RouterHistory,
} from '@tanstack/react-router';
import { NotFoundPage, RouteError } from './features/shell/page-errors.tsx';
import { routeTree } from './route-tree.gen.ts';
import { endWaits } from './query-client.ts';
import { Mantine } from './ui/mantine/mantine.tsx';
import { PagePending } from './ui/page.tsx';

/** Maps addresses to pages. @param history the browser's by default */
export function createConsoleRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    ...(history ? { history } : {}),
    Wrap: Mantine,
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    // A page takes the placeholder's place as soon as it's loaded.
    defaultPendingMinMs: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    // Search parameters are plain text in the address, not JSON.
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith(String),
    scrollRestoration: true,
  });
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) endWaits();
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
  interface StaticDataRouteOption {
    /** The page's title; also the first part of the window title. */
    title?: string;
  }
}
