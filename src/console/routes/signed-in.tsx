import { createFileRoute, redirect } from '@tanstack/react-router';
import { WindowDone } from '../features/session/sign-in-window-page.tsx';
import { tellOtherTabs } from '../data/session/channel.ts';
import { authenticationQuery } from '../data/session/queries.ts';
import { isolate } from '../lib/text.ts';

/** Where the window ends in which a session was renewed through a provider. */
export const Route = createFileRoute('/signed-in')({
  loader: async ({ context }) => {
    const result = await context.queryClient.ensureQueryData(authenticationQuery()).catch(() => undefined);
    if (!result) throw redirect({ to: '/sign-in', replace: true });
    tellOtherTabs({ type: 'signed-in', user: result.user, login: result.login });
    return result.login;
  },
  component: SignedIn,
});

function SignedIn() {
  const login = Route.useLoaderData();
  return (
    <WindowDone title={`Signed in as ${isolate(login)}`} what="Go on in the window that you came from." />
  );
}
