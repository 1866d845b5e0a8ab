import { Button, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import classes from './sign-in-page.module.css';

interface SignInWindowPageProps {
  title: string;
  description: string;
}

/** The last page of a sign-in in its own window, which it closes; the page that opened it continues. */
export function SignInWindowPage({ title, description }: SignInWindowPageProps) {
  useEffect(() => {
    document.title = `${title} · Palisade`;
    window.close();
  }, [title]);
  return (
    <main id="main" className={classes.page}>
      <Stack gap="sm" className={classes.card}>
        <Title order={1}>{title}</Title>
        <Text>{description}</Text>
        <Button variant="default" onClick={() => window.close()}>
          Close this window
        </Button>
      </Stack>
    </main>
  );
}
