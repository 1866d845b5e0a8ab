import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { DocsPage } from '../features/api-docs/docs-page.tsx';
import { InspectorPanel } from '../features/inspector/request-inspector.tsx';
import { ConsoleError } from './-console-error.tsx';

/** The API docs, served at one of the gateway's own addresses. */
export const Route = createFileRoute('/-/docs')({
  validateSearch: z.object({ operation: z.catch(z.optional(z.string()), undefined) }),
  component: DocsRoute,
  errorComponent: ConsoleError,
});

function DocsRoute() {
  const { operation } = Route.useSearch();
  return (
    <DocsPage selected={operation}>
      <InspectorPanel />
    </DocsPage>
  );
}
