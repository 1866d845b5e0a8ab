import { createFileRoute, redirect } from '@tanstack/react-router';
import { SignInWindowPage } from '../features/session/sign-in-window-page.tsx';
import { notifyOtherTabs } from '../data/session/channel.ts';
import { authenticationQuery } from '../data/session/queries.ts';
import { msg } from '../lib/text.ts';
import { queryClient } from '../query-client.ts';

/** The last page of the window in which a session was renewed through a provider. */
export const Route = createFileRoute('/signed-in')({
  loader: async () => {
    const result = await queryClient.ensureQueryData(authenticationQuery).catch(() => undefined);
    if (!result) throw redirect({ to: '/sign-in', replace: true });
    notifyOtherTabs({ type: 'signed-in', user: result.user, login: result.login });
    return result.login;
  },
  component: SignedIn,
});

function SignedIn() {
  const login = Route.useLoaderData();
  return (
    <SignInWindowPage title={msg`Signed in as ${login}`} description="Return to the window you came from." />
  );
}
