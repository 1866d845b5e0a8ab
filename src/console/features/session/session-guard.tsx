import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { endpoints } from '../../../contract/endpoints.ts';
import { call, onSessionOver } from '../../api/client.ts';
import { onOtherTabs } from '../../session/channel.ts';
import { useSession } from '../../session/use-session.ts';
import { SignInForm } from './sign-in-form.tsx';

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

  if (stranger !== undefined) return <Stranger login={stranger} />;
  return (
    <>
      {children}
      <SignInAgain
        opened={over}
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
    </>
  );
}

function SignInAgain(props: { opened: boolean; login: string; onSignedIn(user: { user: string }): void }) {
  const [login, setLogin] = useState(props.login);
  const [password, setPassword] = useState('');
  return (
    <Modal
      opened={props.opened}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Sign in again"
      zIndex={1000}
    >
      <Stack>
        <Text size="sm">Your session is over. Sign in to go on; what you typed on this page is kept.</Text>
        <SignInForm
          login={login}
          password={password}
          onLogin={setLogin}
          onPassword={setPassword}
          onSignedIn={props.onSignedIn}
        />
      </Stack>
    </Modal>
  );
}

function Stranger({ login }: { login: string }) {
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      fullScreen
      title={`You are now signed in as ${login}`}
    >
      <Stack align="flex-start">
        <Text>Another tab of this browser signed in as {login}. This page belongs to the user before.</Text>
        <Button onClick={() => location.assign('/')}>Go on as {login}</Button>
      </Stack>
    </Modal>
  );
}
