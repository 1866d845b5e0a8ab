import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { DocsPage } from '../features/api-docs/docs-page.tsx';
import { InspectorPanel } from '../features/inspector/request-inspector.tsx';
import { ConsoleError } from './-console-error.tsx';
import { queryClient } from '../query-client.ts';

/** The API docs, served at one of the gateway's own addresses. */
export const Route = createFileRoute('/_app/-/docs')({
  staticData: { title: 'API docs' },
  validateSearch: z.object({ operation: z.catch(z.optional(z.string()), undefined) }),
  loader: async () => {
    // Loaded with the page, of which it's a part.
    const { descriptionQuery } = await import('../features/api-docs/description.ts');
    await queryClient.ensureQueryData(descriptionQuery);
  },
  component: DocsRoute,
  errorComponent: ConsoleError,
});

const app = getRouteApi('/_app');

function DocsRoute() {
  const { operation } = Route.useSearch();
  const { isSignedIn } = app.useLoaderData();
  return (
    <>
      <DocsPage selected={operation} isFramed={isSignedIn} />
      {!isSignedIn && <InspectorPanel />}
    </>
  );
}
