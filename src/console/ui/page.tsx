import { Skeleton, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A page with its level 1 heading. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack className="page">
      {/* As high as a title next to a button. */}
      <Title py={3} tabIndex={-1}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}

/** A placeholder for a page that is loading. */
export function PagePending() {
  return (
    <Stack className="page" role="status" aria-label="Loading">
      <Skeleton animate={false} w={160} h={24} />
      {[1, 2, 3].map((line) => (
        <Skeleton key={line} animate={false} maw={480} h={14} />
      ))}
    </Stack>
  );
}
