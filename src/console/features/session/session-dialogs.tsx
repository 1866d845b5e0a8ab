import { Button, Modal, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { OidcButtons } from './oidc-buttons.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { Name } from '../../ui/name.tsx';
import { msg } from '../../lib/text.ts';

/** Renews an expired session, over the page that it belongs to. */
export function SignInAgain(props: { login: string; onSignedIn(user: { user: string }): void }) {
  const [login, setLogin] = useState(props.login);
  const passwordRef = useRef<HTMLInputElement>(null);
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Sign in again"
      zIndex={1000}
    >
      <Stack>
        <Text>Your session has ended. Sign in to continue; your unsaved changes are kept.</Text>
        <SignInForm
          login={login}
          passwordRef={passwordRef}
          onLogin={setLogin}
          onSignedIn={props.onSignedIn}
        />
        <OidcButtons returnTo="/signed-in" newWindow />
      </Stack>
    </Modal>
  );
}

/** Replaces a page that belongs to another user than the one now signed in. */
export function UserChanged({ login }: { login: string }) {
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      fullScreen
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
