import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { NewOidcOpPage } from '../features/oidc/editor/editor-page.tsx';

export const Route = createFileRoute('/_app/oidc/new')({
  staticData: { title: 'New provider' },
  // The ID of the provider to copy.
  validateSearch: z.object({ from: z.catch(z.optional(z.coerce.number()), undefined) }),
  component: NewRoute,
});

function NewRoute() {
  const { from } = Route.useSearch();
  // Remounts the form for a copy of another provider.
  return <NewOidcOpPage key={from} from={from} />;
}
