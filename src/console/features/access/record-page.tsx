import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError, isStatus } from '../../api/errors.ts';
import { sentenceOf } from '../../data/notifications/notify.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
import { LineSkeletons } from '../../ui/line-skeletons.tsx';
import { Page } from '../../ui/page.tsx';
import pageClasses from '../../ui/page.module.css';
import { useTitle } from '../../ui/use-title.ts';

interface RecordPageProps {
  list: '/access/users' | '/access/roles';
  title: string;
  actions: ReactNode;
  children: ReactNode;
}

/** The page of one user or role: the way back, its name, what can be done, and everything about it. */
export function RecordPage({ list, title, actions, children }: RecordPageProps) {
  useTitle(title);
  return (
    <Stack gap="lg" className={pageClasses.page}>
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

interface RecordStateProps {
  list: RecordPageProps['list'];
  /** "user 5" */
  what: string;
  error: unknown;
  onRetry(): void;
}

/** In the place of a record that is not there yet, or will not be. */
export function RecordState({ list, what, error, onRetry }: RecordStateProps) {
  if (error === null) {
    return (
      <div className={pageClasses.page}>
        <BackLink list={list} />
        <LineSkeletons label={`Loading ${what}`} lines={6} />
      </div>
    );
  }
  if (isStatus(error, 404)) {
    return (
      <Page title={`There is no ${what}`}>
        <Text>It does not exist, was deleted, or is not visible to you.</Text>
        <BackLink list={list} />
      </Page>
    );
  }
  return (
    <Page title={`The ${what} could not be loaded`}>
      <ErrorView
        title="What went wrong"
        detail={error instanceof ApiError ? error.detail : [sentenceOf(error)]}
        onRetry={onRetry}
      />
      <BackLink list={list} />
    </Page>
  );
}

function BackLink({ list }: Pick<RecordPageProps, 'list'>) {
  return (
    <Anchor component={Link} to={list} size="sm" w="fit-content">
      <Group gap={4} component="span">
        <ArrowLeftIcon /> All {list === '/access/users' ? 'users' : 'roles'}
      </Group>
    </Anchor>
  );
}
