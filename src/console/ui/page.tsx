import { Group, Skeleton, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PageProps {
  title: string;
  /** Whether the title is a record's name, which a translation of the page leaves as it is. */
  isName?: boolean;
  /** A link to the list that it belongs to. */
  back?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A page with its level 1 heading. */
export function Page({ title, isName, back, actions, className = '', children }: PageProps) {
  return (
    <Stack className={`page ${className}`}>
      <Stack gap={8}>
        {back}
        <Group justify="space-between" align="flex-start">
          <Title py={3} tabIndex={-1} className="wrap" translate={isName ? 'no' : undefined}>
            {title}
          </Title>
          {actions}
        </Group>
      </Stack>
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
