import { createFileRoute, useRouter } from '@tanstack/react-router';
import * as z from 'zod';
import { SignInPage } from '../features/session/sign-in-page.tsx';
import { localPath } from '../lib/return-to.ts';

export const Route = createFileRoute('/sign-in')({
  validateSearch: z.object({ return_to: z.string().optional().catch(undefined) }),
  component: SignInRoute,
});

function SignInRoute() {
  const { return_to: returnTo } = Route.useSearch();
  const router = useRouter();
  return <SignInPage onSignedIn={() => router.history.push(localPath(returnTo))} />;
}
