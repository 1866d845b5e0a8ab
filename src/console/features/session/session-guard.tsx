import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { onRefusal, onSessionOver } from '../../api/client.ts';
import { onOtherTabs } from '../../data/session/channel.ts';
import { areDifferent, gatewayQuery, stillSignedIn, tellsWhoIsSignedIn } from '../../data/session/queries.ts';
import { useSession } from '../../data/session/use-session.ts';

const SignInAgain = lazy(() => import('./session-dialogs.tsx').then((m) => ({ default: m.SignInAgain })));
const Stranger = lazy(() => import('./session-dialogs.tsx').then((m) => ({ default: m.Stranger })));

interface SessionGuardProps {
  children: ReactNode;
  /** Called when another tab signed out: this tab must not show anything of the session any more. */
  onSignedOut(): void;
}

/**
 * Keeps the page and its session together: a session that is over is renewed in place, so that what was typed stays;
 * another user's session stops the page hard.
 */
export function SessionGuard({ children, onSignedOut }: SessionGuardProps) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  // The user that this page was opened for; later answers may be another's.
  const [owner] = useState({ user: user.user, login: user.login });
  const [over, setOver] = useState(false);
  const [told, setTold] = useState<string>();
  const stranger = told ?? (areDifferent(user, owner) ? user.login : undefined);
  const remote = useQuery(gatewayQuery()).data?.mode === 'remote';
  const goOn = useCallback(() => {
    setOver(false);
    void queryClient.invalidateQueries();
  }, [queryClient]);

  const check = useCallback(() => {
    stillSignedIn().then(
      (current) => {
        if (!current) setOver(true);
        else if (areDifferent(current, owner)) setTold(current.login);
      },
      // What the service doesn't say, the next call may.
      () => undefined,
    );
  }, [owner]);

  useEffect(() => onSessionOver(() => setOver(true)), []);
  // Our own service says 401. Of a remote one the document doesn't show how it refuses whoever isn't signed in.
  useEffect(() => (remote ? onRefusal(check) : undefined), [remote, check]);
  useEffect(() => {
    if (remote && !tellsWhoIsSignedIn()) check();
  }, [remote, check]);
  useEffect(
    () =>
      onOtherTabs((message) => {
        if (message.type === 'signed-out') onSignedOut();
        else if (message.user !== owner.user) setTold(message.login);
        else goOn();
      }),
    [owner, onSignedOut, goOn],
  );
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') check();
    };
    // A page out of the browser's back-forward memory may be older than the session.
    const reopen = (event: PageTransitionEvent) => event.persisted && location.reload();
    document.addEventListener('visibilitychange', look);
    addEventListener('focus', look);
    addEventListener('pageshow', reopen);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('focus', look);
      removeEventListener('pageshow', reopen);
    };
  }, [check]);

  if (stranger !== undefined) {
    return (
      <Suspense fallback={null}>
        <Stranger login={stranger} />
      </Suspense>
    );
  }
  return (
    <>
      {children}
      <Suspense fallback={null}>
        {over && (
          <SignInAgain
            login={owner.login}
            onSignedIn={(signedIn) => {
              if (signedIn.user !== owner.user) {
                location.reload();
                return;
              }
              goOn();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
