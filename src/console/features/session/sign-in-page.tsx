import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { GatewayInfo } from '../../../contract/gateway.ts';
import { connectionOf } from '../../data/session/connection.ts';
import { authenticationQuery, gatewayQuery } from '../../data/session/queries.ts';
import { Logo } from '../../ui/logo.tsx';
import { OidcButtons } from './oidc-buttons.tsx';
import { SignedOutNotice } from './signed-out-notice.tsx';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in-page.module.css';

const OidcFailure = lazy(() => import('./oidc-failure.tsx').then((m) => ({ default: m.OidcFailure })));

interface SignInPageProps {
  /** The local path to go to afterwards. */
  returnTo: string;
  /** Set after signing out; `here` if the service doesn't offer sign-out and only the cookie was cleared. */
  signedOut: 'yes' | 'here' | undefined;
  /** Why a sign-in through a provider failed, and through which one. */
  oidcError: string | undefined;
  oidcOp: string | undefined;
  onSignedIn(): void;
}

/** The sign-in page. */
export function SignInPage({ returnTo, signedOut, oidcError, oidcOp, onSignedIn }: SignInPageProps) {
  const [login, setLogin] = useState('');
  const passwordRef = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  // The previous user of this tab, if the Back button led here.
  const [before] = useState(() => queryClient.getQueryData(authenticationQuery().queryKey)?.user);
  const { data: gateway } = useQuery(gatewayQuery());
  useEffect(() => {
    document.title = 'Sign in · Palisade';
  }, []);
  return (
    <main id="main" className={classes.page}>
      <Stack gap="lg" className={classes.card}>
        <Stack gap={4}>
          <Group gap={8} wrap="nowrap">
            <Logo size={24} />
            <Title order={1}>Sign in to Palisade</Title>
          </Group>
          {gateway && <ConnectedTo gateway={gateway} />}
        </Stack>
        {signedOut && <SignedOutNotice reach={signedOut} />}
        {oidcError !== undefined && (
          <Suspense fallback={null}>
            <OidcFailure code={oidcError} oidcOp={oidcOp} />
          </Suspense>
        )}
        <SignInForm
          login={login}
          passwordRef={passwordRef}
          onLogin={setLogin}
          onSignedIn={({ user }) => {
            // A fresh page, so that nothing of the previous user stays in memory.
            if (before !== undefined && before !== user) location.replace(returnTo);
            else onSignedIn();
          }}
        />
        <OidcButtons returnTo={returnTo} />
        {gateway && gateway.demo_sign_ins.length > 0 && (
          <section aria-labelledby="demo-sign-ins" className={classes.demo}>
            <Title order={2} size="h3" id="demo-sign-ins">
              Demo sign-ins
            </Title>
            <Text size="sm" className="muted" mb="xs">
              Choose one to fill the form.
            </Text>
            {gateway.demo_sign_ins.map((demo) => (
              <Button
                key={demo.login}
                variant="subtle"
                color="gray"
                justify="flex-start"
                fullWidth
                className={classes.sample}
                onClick={() => {
                  setLogin(demo.login);
                  if (passwordRef.current) passwordRef.current.value = demo.password;
                }}
              >
                <span className={classes.login}>{demo.login}</span>
                <span className={classes.what}>{demo.what}</span>
              </Button>
            ))}
          </section>
        )}
      </Stack>
    </main>
  );
}

function ConnectedTo({ gateway }: { gateway: GatewayInfo }) {
  const { where, warning } = connectionOf(gateway);
  const service = gateway.mode === 'embedded' ? 'the embedded service' : where;
  const security = warning ?? (gateway.mode === 'remote' ? 'TLS verified' : '');
  return (
    <Text size="sm" className={warning ? classes.warning : 'muted'}>
      Connected to {service}
      {security && `, ${security}`}
    </Text>
  );
}
