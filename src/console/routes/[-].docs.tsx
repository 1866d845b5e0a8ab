import { useHotkeys } from '@mantine/hooks';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { DocsPage } from '../features/api-docs/docs-page.tsx';
import { ReturnFocus } from '../ui/dialog/return-focus.tsx';

const RequestInspector = lazy(() =>
  import('../features/inspector/request-inspector.tsx').then((m) => ({ default: m.RequestInspector })),
);

/** The API docs, served at one of the gateway's own addresses. */
export const Route = createFileRoute('/-/docs')({
  validateSearch: z.object({ operation: z.catch(z.optional(z.string()), undefined) }),
  component: DocsRoute,
});

function DocsRoute() {
  const { operation } = Route.useSearch();
  const [inspecting, setInspecting] = useState(false);
  useHotkeys([['mod+shift+I', () => setInspecting((open) => !open)]], []);
  return (
    <DocsPage selected={operation} onInspect={() => setInspecting(true)}>
      <Suspense fallback={null}>
        {inspecting && (
          <ReturnFocus>
            <RequestInspector onClose={() => setInspecting(false)} />
          </ReturnFocus>
        )}
      </Suspense>
    </DocsPage>
  );
}
