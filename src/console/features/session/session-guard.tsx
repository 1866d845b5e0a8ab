import { useWindowEvent } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState, type ReactNode, useRef } from 'react';
import { rejected, sessionExpired } from '../../api/exchange.ts';
import { onOtherTabs } from '../../data/session/channel.ts';
import { areDifferent, stillSignedIn, hasIdentifiedUser } from '../../data/session/queries.ts';
import { useSession } from '../../data/session/use-session.ts';
import { useService } from '../../data/service/use-service.ts';
import { leaveConsole } from '../../data/session/use-sign-out.ts';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { OidcButtons } from './oidc-buttons.tsx';
import { ReturnFocus } from '../../ui/focus/return-focus.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { Name } from '../../ui/name.tsx';
import { reloadAsReturned } from '../../lib/return-to.ts';
import { msg } from '../../lib/text.ts';
import { queryClient } from '../../query-client.ts';

/**
 * Watches the page's session: an expired one is renewed in place, so that unsaved changes stay; another user's session
 * replaces the page.
 */
export function SessionGuard({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const router = useRouter();
  // The user that this page was opened for; later responses may be about another.
  const [owner] = useState({ user: user.user, login: user.login });
  const [expired, setExpired] = useState(false);
  const [newLogin, setNewLogin] = useState<string>();
  const otherLogin = newLogin ?? (areDifferent(user, owner) ? user.login : undefined);
  const { documented } = useService();
  const resume = useCallback(() => {
    setExpired(false);
    void queryClient.invalidateQueries();
    // Loads the page again if it failed.
    void router.invalidate();
  }, [router]);

  const check = useCallback(() => {
    stillSignedIn().then(
      (current) => {
        if (!current) setExpired(true);
        else if (areDifferent(current, owner)) setNewLogin(current.login);
      },
      // The next call checks again.
      () => undefined,
    );
  }, [owner]);

  useEffect(() => sessionExpired.subscribe(() => setExpired(true)), []);
  // A documented service may reject missing credentials with a status other than 401 (docs/decisions.md, "Authentication").
  useEffect(() => (documented ? rejected.subscribe(check) : undefined), [documented, check]);
  useEffect(() => {
    if (documented && !hasIdentifiedUser()) check();
  }, [documented, check]);
  useEffect(
    () =>
      onOtherTabs((message) => {
        // This tab must no longer show anything of the session.
        if (message.type === 'signed-out') leaveConsole(message.how);
        else if (message.user !== owner.user) setNewLogin(message.login);
        else resume();
      }),
    [owner, resume],
  );
  const checkIfVisible = () => document.visibilityState === 'visible' && check();
  useWindowEvent('visibilitychange', checkIfVisible);
  useWindowEvent('focus', checkIfVisible);
  // A page from the back/forward cache may be older than the session.
  useWindowEvent('pageshow', ({ persisted }) => persisted && location.reload());

  if (otherLogin !== undefined) return <UserChanged login={otherLogin} />;
  return (
    <>
      {children}
      {expired && (
        <SignInAgain
          login={owner.login}
          onSignedIn={(signedIn) => {
            if (signedIn.user !== owner.user) {
              reloadAsReturned();
              return;
            }
            resume();
          }}
        />
      )}
    </>
  );
}

/** Renews an expired session, over the page that it belongs to. */
function SignInAgain(props: { login: string; onSignedIn(user: { user: string }): void }) {
  const [login, setLogin] = useState(props.login);
  const passwordRef = useRef<HTMLInputElement>(null);
  return (
    <ReturnFocus>
      <Modal opened onClose={() => undefined} withCloseButton={false} title="Sign in again" zIndex={1000}>
        <Stack>
          <Text>
            Your session has ended. Sign in as the same user to keep your unsaved changes. Signing in as
            anyone else discards them.
          </Text>
          <SignInForm
            login={login}
            passwordRef={passwordRef}
            onLogin={setLogin}
            onSignedIn={props.onSignedIn}
          />
          <OidcButtons returnTo="/signed-in" newWindow />
        </Stack>
      </Modal>
    </ReturnFocus>
  );
}

/** Replaces a page that belongs to another user than the one now signed in. */
function UserChanged({ login }: { login: string }) {
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      title={msg`You are now signed in as ${login} in another tab`}
    >
      <Stack align="flex-start">
        <Text size="md">
          This page was opened by another user. Reload it to continue as <Name>{login}</Name>.
        </Text>
        <Button variant="filled" size="sm" onClick={() => location.reload()}>
          Reload
        </Button>
      </Stack>
    </Modal>
  );
}
