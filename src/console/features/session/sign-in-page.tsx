import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { gatewayQuery } from '../../session/queries.ts';
import { Logo } from '../../ui/logo.tsx';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in-page.module.css';

/** The page for whoever is not signed in. */
export function SignInPage({ onSignedIn }: { onSignedIn(): void }) {
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const { data: gateway } = useQuery(gatewayQuery());
  return (
    <main id="main" className={classes.page}>
      <Stack gap="lg" className={classes.card}>
        <Group justify="space-between">
          <Group gap={8}>
            <Logo size={24} />
            <Title order={1}>Sign in to Palisade</Title>
          </Group>
        </Group>
        <SignInForm
          login={login}
          password={password}
          onLogin={setLogin}
          onPassword={setPassword}
          onSignedIn={onSignedIn}
        />
        {gateway && (
          <Text size="sm" className="muted">
            {gateway.mode === 'embedded'
              ? 'Connected to the embedded service'
              : `Connected to ${gateway.service_host}${gateway.tls_verified ? '' : ', whose certificate is not verified'}`}
          </Text>
        )}
        {gateway && gateway.demo_sign_ins.length > 0 && (
          <section aria-labelledby="demo-sign-ins">
            <Title order={2} size="h3" id="demo-sign-ins" mb={4}>
              Demo sign-ins
            </Title>
            <Text size="sm" className="muted" mb="xs">
              Choose one to fill the form.
            </Text>
            <Stack gap={4}>
              {gateway.demo_sign_ins.map((demo) => (
                <Button
                  key={demo.login}
                  variant="default"
                  justify="flex-start"
                  onClick={() => {
                    setLogin(demo.login);
                    setPassword(demo.password);
                  }}
                >
                  <span>{demo.login}</span>
                  <span className={classes.what}>{demo.what}</span>
                </Button>
              ))}
            </Stack>
          </section>
        )}
      </Stack>
    </main>
  );
}
