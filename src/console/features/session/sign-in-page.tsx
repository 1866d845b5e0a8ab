import { Alert, Button, Divider, Group, Text, Title } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { GatewayInfo } from '../../../contract/gateway.ts';
import { onOtherTabs } from '../../data/session/channel.ts';
import { connectionOf, connectionText } from '../../data/session/connection.ts';
import {
  authenticationQuery,
  gatewayQuery,
  hasIdentifiedUser,
  oidcLoginsQuery,
} from '../../data/session/queries.ts';
import { Logo } from '../../ui/logo.tsx';
import { OidcButtons } from './oidc-buttons.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { hasReturned, localPath, markReturn } from '../../lib/return-to.ts';
import { OidcFailure } from './oidc-failure.tsx';
import { LostSession } from './lost-session.tsx';
import { queryClient } from '../../query-client.ts';

/** The sign-in page. */
export function SignInPage() {
  const {
    return_to: asked,
    // As in `SignedOut`; `reset` if the demo data was replaced.
    signed_out: signedOut,
    oidc_error: oidcError,
    oidc_op: oidcOp,
    reference,
  } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const returnTo = localPath(asked);
  const [early] = useState(typedEarly);
  const [login, setLogin] = useState(early?.login.value ?? '');
  const passwordRef = useRef<HTMLInputElement>(null);
  // The previous user of this tab, if the Back button led here.
  const [before] = useState(() => queryClient.getQueryData(authenticationQuery.queryKey)?.user);
  // The provider's sign-in has succeeded, but the session isn't there.
  const isLost = hasReturned() && !hasIdentifiedUser() && oidcError === undefined && !signedOut;
  const { data: gateway } = useQuery(gatewayQuery);
  const providers = useQuery(oidcLoginsQuery);
  // It would move when the buttons above it arrive, but doesn't wait long for them.
  const [isLate, setIsLate] = useState(false);
  useTimeout(() => setIsLate(true), 3_000, { autoInvoke: true });
  const showsDemo = isLate || !providers.isLoading || providers.failureCount > 0;
  useEffect(() => {
    document.title = 'Sign in · Palisade';
  }, []);
  useEffect(
    () =>
      onOtherTabs(({ type }) => {
        if (type === 'signed-in') location.replace(markReturn(returnTo));
      }),
    [returnTo],
  );
  useLayoutEffect(() => {
    if (early && passwordRef.current) continueTyping(early, passwordRef.current);
  }, [early]);
  return (
    <main id="main" className="sign-in">
      <div>
        <Group>
          <Logo size={24} />
          <Title>Sign in to Palisade</Title>
        </Group>
        <Text mt={4} mih={19}>
          {gateway && <ConnectedTo gateway={gateway} />}
        </Text>
      </div>
      {isLost && <LostSession />}
      {signedOut && (
        <Alert color="var(--accent)" icon={null} title={signedOutNotices[signedOut].title}>
          {signedOutNotices[signedOut].text}
        </Alert>
      )}
      {oidcError !== undefined && <OidcFailure code={oidcError} oidcOp={oidcOp} reference={reference} />}
      <SignInForm
        login={login}
        passwordRef={passwordRef}
        onLogin={setLogin}
        onSignedIn={({ user }) => {
          // A fresh page, so that nothing of the previous user stays in memory.
          if (before !== undefined && before !== user) location.replace(markReturn(returnTo));
          // Replaces this page in the history, so that Back doesn't lead to it.
          else router.history.replace(returnTo);
        }}
      />
      <OidcButtons returnTo={returnTo} />
      {gateway && gateway.demo_sign_ins.length > 0 && showsDemo && (
        <DemoSignIns
          demos={gateway.demo_sign_ins}
          onChoose={(demo) => {
            setLogin(demo.login);
            if (passwordRef.current) passwordRef.current.value = demo.password;
          }}
        />
      )}
    </main>
  );
}

interface DemoSignInsProps {
  demos: GatewayInfo['demo_sign_ins'];
  onChoose(demo: GatewayInfo['demo_sign_ins'][number]): void;
}

function DemoSignIns({ demos, onChoose }: DemoSignInsProps) {
  return (
    <section aria-labelledby="demo-sign-ins">
      <Divider mb={16} />
      <Title order={2} size="h3" id="demo-sign-ins">
        Demo sign-ins
      </Title>
      <Text c="dimmed" mb={10}>
        Choose one to fill the form.
      </Text>
      {demos.map((demo) => (
        <Button
          key={demo.login}
          variant="subtle"
          color="gray"
          size="sm"
          fullWidth
          justify="start"
          px={8}
          onClick={() => onChoose(demo)}
        >
          <Text span c="bright" ta="start" fw={600} miw={80} translate="no">
            {demo.login}
          </Text>{' '}
          <Text span c="dimmed">
            {demo.what}
          </Text>
        </Button>
      ))}
    </section>
  );
}

function ConnectedTo({ gateway }: { gateway: GatewayInfo }) {
  return (
    <Text span inherit c={connectionOf(gateway).warning ? 'var(--warning)' : 'dimmed'}>
      {connectionText(gateway)}
    </Text>
  );
}

/** Confirms the sign-out, and says where a session may still exist. */
const signedOutNotices = {
  yes: {
    title: "You're signed out",
    text: 'If you signed in with a provider, you may still be signed in there. Sign out there too on a shared computer.',
  },
  here: {
    title: "You're signed out in this browser",
    text: "The service doesn't offer sign-out. Its session remains valid until it expires.",
  },
  reset: {
    title: 'The demo data was replaced',
    text: 'That signed everyone out. Sign in again to continue.',
  },
};

/** The sign-in fields of `index.html`, which work before the console's script has loaded. */
interface EarlyFields {
  login: HTMLInputElement;
  password: HTMLInputElement;
  /** The one that has the focus. */
  focused: 'login' | 'password' | undefined;
}

/** The page's early fields, until the console is rendered. */
function typedEarly(): EarlyFields | undefined {
  const find = (id: string) => document.querySelector<HTMLInputElement>(`#early-${id}`);
  const login = find('login');
  const password = find('password');
  if (!login || !password) return undefined;
  const { activeElement } = document;
  const focused = activeElement === login ? 'login' : activeElement === password ? 'password' : undefined;
  return { login, password, focused };
}

/**
 * Continues in the real form where the user was in the early one. The password goes from input to input.
 * @param password the form's field
 */
function continueTyping(early: EarlyFields, password: HTMLInputElement): void {
  password.value = early.password.value;
  if (early.focused === undefined) return;
  const field =
    early.focused === 'password'
      ? password
      : password.form?.querySelector<HTMLInputElement>('[name=username]');
  field?.focus();
  field?.setSelectionRange(early[early.focused].selectionStart, early[early.focused].selectionEnd);
}
