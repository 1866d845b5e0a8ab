import { createFileRoute, useRouter } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { SignInPage } from '../features/session/sign-in-page.tsx';
import { gatewayQuery, oidcLoginsQuery } from '../data/session/queries.ts';
import { searchText } from '../lib/search-text.ts';
import { localPath } from '../lib/return-to.ts';
import { queryClient } from '../query-client.ts';

export const Route = createFileRoute('/sign-in')({
  validateSearch: z.object({
    return_to: searchText,
    signed_out: z.catch(z.optional(z.enum(['yes', 'here', 'reset'])), undefined),
    oidc_error: searchText,
    reference: searchText,
    oidc_op: searchText,
  }),
  loader: () => {
    void queryClient.prefetchQuery(gatewayQuery);
    void queryClient.prefetchQuery(oidcLoginsQuery);
  },
  component: SignInRoute,
});

function SignInRoute() {
  const search = Route.useSearch();
  const router = useRouter();
  const returnTo = localPath(search.return_to);
  return (
    <SignInPage
      returnTo={returnTo}
      signedOut={search.signed_out}
      oidcError={search.oidc_error}
      oidcOp={search.oidc_op}
      reference={search.reference}
      // Replaces this page in the history, so that Back doesn't lead to it.
      onSignedIn={() => router.history.replace(returnTo)}
    />
  );
}
