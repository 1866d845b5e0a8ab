import { Button, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import classes from './trial-finished-page.module.css';

/** The end of a trial in the window that was opened for it. */
export function TrialFinishedPage() {
  useEffect(() => {
    document.title = 'Trial finished · Palisade';
  }, []);
  return (
    <main id="main" className={classes.page}>
      <Stack gap="md" align="flex-start" className={classes.card}>
        <Title order={1}>The trial is finished</Title>
        <Text>
          Nobody was signed in. The report, step by step, is in the window where you started it. This one may
          be closed.
        </Text>
        <Button onClick={() => window.close()}>Close this window</Button>
      </Stack>
    </main>
  );
}
