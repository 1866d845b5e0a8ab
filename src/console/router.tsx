import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { FailedPage, NotFoundPage } from './features/shell/page-problems.tsx';
import { queryClient } from './query-client.ts';
import { routeTree } from './route-tree.gen.ts';
import { PagePending } from './ui/page-pending.tsx';

/** Where the user is and what is shown there. */
export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: false,
  defaultPendingMs: 300,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: NotFoundPage,
  // Search parameters stand in the address as they are, not as JSON.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(String),
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The page's title; the first part of the document's title. */
    title?: string;
  }
}
