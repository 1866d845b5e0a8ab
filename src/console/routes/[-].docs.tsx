import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { DocsPage } from '../features/api-docs/docs-page.tsx';

/** The gateway serves this page among its own addresses. */
export const Route = createFileRoute('/-/docs')({
  validateSearch: z.object({ operation: z.catch(z.optional(z.string()), undefined) }),
  component: DocsRoute,
});

function DocsRoute() {
  const { operation } = Route.useSearch();
  return <DocsPage selected={operation} />;
}
