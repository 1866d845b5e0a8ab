import { Button, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import classes from './sign-in-page.module.css';

/** The end of a dry run in its own window: what it found is told where it was started. */
export function TrialFinished() {
  useEffect(() => {
    document.title = 'Dry run finished · Palisade';
    window.close();
  }, []);
  return (
    <main id="main" className={classes.page}>
      <Stack gap="sm" className={classes.card}>
        <Title order={1}>The dry run is finished</Title>
        <Text>Nobody was signed in. The report is in the window that you started it from.</Text>
        <Button variant="default" onClick={() => window.close()}>
          Close this window
        </Button>
      </Stack>
    </main>
  );
}
