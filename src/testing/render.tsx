import '../console/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { render, type RenderResult } from 'vitest-browser-react';
import { createStore, useStore } from '../console/lib/store.ts';
import { queryClient } from '../console/query-client.ts';
import { Mantine } from '../console/ui/mantine/mantine.tsx';

/** Renders a component as the console does: with its styles, a router and a query client. `replace` renders other elements instead. */
export async function renderInConsole(
  element: ReactNode,
  history = createMemoryHistory({ initialEntries: ['/'] }),
): Promise<RenderResult & { replace(element: ReactNode): void }> {
  const shown = createStore(element);
  const Shown = () => useStore(shown);
  const rootRoute = createRootRoute({ component: Shown });
  const router = createRouter({
    routeTree: rootRoute,
    history,
  });
  const screen = await render(
    <Mantine>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Mantine>,
  );
  return { ...screen, replace: shown.set };
}
