import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { NotFoundPage, RouteError } from './features/shell/page-problems.tsx';
import { queryClient } from './query-client.ts';
import { routeTree } from './route-tree.gen.ts';
import { PagePending } from './ui/page-pending.tsx';

/** Maps addresses to pages. */
export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: false,
  defaultPendingMs: 300,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFoundPage,
  // Search parameters are plain text in the address, not JSON.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(String),
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The page's title; also the first part of the window title. */
    title?: string;
    /** What the page needs that a service may lack, as in "This service doesn't offer user management". */
    feature?: string;
    /** The first version of the API with that feature. */
    since?: string;
  }
}
