import { createFileRoute, useRouter } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { SignInPage } from '../features/session/sign-in-page.tsx';
import { localPath } from '../lib/return-to.ts';

export const Route = createFileRoute('/sign-in')({
  validateSearch: z.object({
    return_to: z.catch(z.optional(z.string()), undefined),
    signed_out: z.catch(z.optional(z.enum(['yes', 'here'])), undefined),
    oidc_error: z.catch(z.optional(z.string()), undefined),
    reference: z.catch(z.optional(z.string()), undefined),
    oidc_op: z.catch(z.optional(z.union([z.string(), z.number()])), undefined),
  }),
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
      oidcOp={search.oidc_op === undefined ? undefined : String(search.oidc_op)}
      reference={search.reference}
      // Replaces this page in the history, so that Back doesn't lead to it.
      onSignedIn={() => router.history.replace(returnTo)}
    />
  );
}
