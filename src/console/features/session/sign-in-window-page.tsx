import { Button, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import classes from './sign-in-page.module.css';

interface WindowDoneProps {
  title: string;
  what: string;
}

/** The end of what was done in a window of its own: the page that it was opened from goes on. */
export function WindowDone({ title, what }: WindowDoneProps) {
  useEffect(() => {
    document.title = `${title} · Palisade`;
    window.close();
  }, [title]);
  return (
    <main id="main" className={classes.page}>
      <Stack gap="sm" className={classes.card}>
        <Title order={1}>{title}</Title>
        <Text>{what}</Text>
        <Button variant="default" onClick={() => window.close()}>
          Close this window
        </Button>
      </Stack>
    </main>
  );
}
