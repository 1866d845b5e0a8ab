import { createFileRoute, useRouter } from '@tanstack/react-router';
import * as z from 'zod';
import { SignInPage } from '../features/session/sign-in-page.tsx';
import { localPath } from '../lib/return-to.ts';

export const Route = createFileRoute('/sign-in')({
  validateSearch: z.object({
    return_to: z.string().optional().catch(undefined),
    signed_out: z.literal('here').optional().catch(undefined),
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
      signedOutHere={search.signed_out === 'here'}
      // In place of this page, so that Back does not lead to it.
      onSignedIn={() => router.history.replace(returnTo)}
    />
  );
}
