import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { AnchorLink } from '../../ui/links.tsx';

interface RecordPageProps {
  list: '/access/users' | '/access/roles';
  title: string;
  actions: ReactNode;
  children: ReactNode;
}

/** The page of one user or role: back link, name, actions and details. */
export function RecordPage({ list, title, actions, children }: RecordPageProps) {
  useTitle(title);
  return (
    <Stack gap="lg" className="page">
      <Stack gap={8}>
        <BackLink list={list} />
        <Group justify="space-between" align="flex-start">
          <Title order={1} tabIndex={-1} className="wrap">
            {title}
          </Title>
          <Group gap={8}>{actions}</Group>
        </Group>
      </Stack>
      {children}
    </Stack>
  );
}

/** Shown for a user or role that doesn't exist or isn't visible. @param what "User 5" */
export function RecordNotFound({ list, what }: { list: RecordPageProps['list']; what: string }) {
  return (
    <Page title={`${what} not found`}>
      <Text>It was deleted, or you don't have permission to view it.</Text>
      <BackLink list={list} />
    </Page>
  );
}

function BackLink({ list }: Pick<RecordPageProps, 'list'>) {
  return (
    <AnchorLink to={list} size="sm" w="fit-content">
      <Group gap={4} component="span">
        <ArrowLeftIcon /> All {list === '/access/users' ? 'users' : 'roles'}
      </Group>
    </AnchorLink>
  );
}
