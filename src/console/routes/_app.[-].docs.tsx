import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { DocsPage } from '../features/api-docs/docs-page.tsx';
import { ConsoleError } from './-console-error.tsx';

/** The API docs, served at one of the gateway's own addresses. */
export const Route = createFileRoute('/_app/-/docs')({
  staticData: { title: 'API docs' },
  validateSearch: z.object({ operation: z.catch(z.optional(z.string()), undefined) }),
  component: DocsRoute,
  errorComponent: ConsoleError,
});

function DocsRoute() {
  return <DocsPage selected={Route.useSearch().operation} />;
}
