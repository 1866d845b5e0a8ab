import '../console/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { queryClient } from '../console/query-client.ts';
import { Mantine } from '../console/ui/mantine/mantine.tsx';

/** Renders a component as the console does: with its styles, a router and a query client. */
export async function renderInConsole(
  element: ReactNode,
  history = createMemoryHistory({ initialEntries: ['/'] }),
) {
  const rootRoute = createRootRoute({ component: () => element });
  const router = createRouter({
    routeTree: rootRoute,
    history,
  });
  return render(
    <Mantine>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Mantine>,
  );
}
