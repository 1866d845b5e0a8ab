import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { onSessionOver } from '../../api/client.ts';
import { onOtherTabs } from '../../session/channel.ts';
import { currentUser } from '../../session/queries.ts';
import { useSession } from '../../session/use-session.ts';

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
  const stranger = told ?? (user.user === owner.user ? undefined : user.login);
  const goOn = useCallback(() => {
    setOver(false);
    void queryClient.invalidateQueries();
  }, [queryClient]);

  useEffect(() => onSessionOver(() => setOver(true)), []);
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
    const check = () => {
      if (document.visibilityState !== 'visible') return;
      currentUser().then(
        (current) => current.user !== owner.user && setTold(current.login),
        (error: { status?: number }) => error.status === 401 && setOver(true),
      );
    };
    // A page out of the browser's back-forward memory may be older than the session.
    const reopen = (event: PageTransitionEvent) => event.persisted && location.reload();
    document.addEventListener('visibilitychange', check);
    addEventListener('focus', check);
    addEventListener('pageshow', reopen);
    return () => {
      document.removeEventListener('visibilitychange', check);
      removeEventListener('focus', check);
      removeEventListener('pageshow', reopen);
    };
  }, [owner]);

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
