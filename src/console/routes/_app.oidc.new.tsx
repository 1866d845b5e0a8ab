import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { oidcOpQuery, oidcOpsQuery } from '../data/oidc/providers.ts';
import { requireEditing } from '../data/service/rights.ts';
import { CopyOidcOpPage, NewOidcOpPage } from '../features/oidc/editor/editor.tsx';
import { requireOffered } from './-load-record.ts';
import { queryClient } from '../query-client.ts';

export const Route = createFileRoute('/_app/oidc/new')({
  staticData: { title: 'New provider' },
  // The ID of the provider to copy.
  validateSearch: z.object({ from: z.catch(z.optional(z.coerce.number()), undefined) }),
  loaderDeps: ({ search }) => ({ from: search.from }),
  loader: async ({ deps: { from } }) => {
    await Promise.all([requireEditing(), requireOffered(oidcOpsQuery)]);
    if (from !== undefined) await queryClient.ensureQueryData(oidcOpQuery(from));
  },
  component: NewRoute,
});

function NewRoute() {
  const { from } = Route.useSearch();
  // Remounts the form for a copy of another provider.
  return from === undefined ? <NewOidcOpPage /> : <CopyOidcOpPage key={from} id={from} />;
}
