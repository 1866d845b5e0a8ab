import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page.module.css';

/** A page with its level 1 heading. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="md" className={classes.page}>
      <Title order={1} tabIndex={-1}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}
