import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { endpoints } from '../../../contract/endpoints.ts';
import { call, onSessionOver } from '../../api/client.ts';
import { onOtherTabs } from '../../session/channel.ts';
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
  const [stranger, setStranger] = useState<string>();

  useEffect(() => onSessionOver(() => setOver(true)), []);
  useEffect(
    () =>
      onOtherTabs((message) => {
        if (message.type === 'signed-out') onSignedOut();
        else if (message.user !== owner.user) setStranger(message.login);
        else setOver(false);
      }),
    [owner, onSignedOut],
  );
  useEffect(() => {
    const check = () => {
      if (document.visibilityState !== 'visible') return;
      call(endpoints.getAuthentication).then(
        ({ body }) => body.user !== owner.user && setStranger(body.login),
        (error: { status?: number }) => error.status === 401 && setOver(true),
      );
    };
    document.addEventListener('visibilitychange', check);
    return () => document.removeEventListener('visibilitychange', check);
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
              setOver(false);
              void queryClient.invalidateQueries();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
