import { ActionIcon, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { HelpIcon } from './icons.tsx';
import type { ReactNode } from 'react';

interface PageProps {
  title: string;
  /**
   * A list takes the whole width; a record has details beside its main part; a form or text has lines of a readable length.
   */
  type?: 'list' | 'record' | 'text';
  /** Whether the title is a record's name, which a translation of the page leaves as it is. */
  isName?: boolean;
  /** The chapter of the guide about it: "administrator#monitor". */
  help: string;
  /** A link to the list that it belongs to; only on phones, which don't show the sidebar. */
  back?: ReactNode;
  /** The record's state, below its name: "Signed in 2 h ago". */
  state?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page with its level 1 heading. */
export function Page(props: PageProps) {
  const { title, type = 'record', isName, help, back, state, actions, children } = props;
  return (
    <Stack className="page" data-type={type}>
      <Stack gap={8}>
        {back && <div className="phone-only">{back}</div>}
        <Group gap="md" justify="space-between" align="flex-start">
          <Group wrap="nowrap" align="center">
            <Title py={3} tabIndex={-1} className="wrap" translate={isName ? 'no' : undefined}>
              {title}
            </Title>
            <HelpLink chapter={help} />
          </Group>
          {actions}
        </Group>
        {state !== undefined && <Text c="dimmed">{state}</Text>}
      </Stack>
      {children}
    </Stack>
  );
}

/** A link to a chapter of the guide, in a new tab. */
export function HelpLink({ chapter }: { chapter: string }) {
  return (
    <ActionIcon
      component="a"
      href={`/-/docs/guide/${chapter}`}
      target="_blank"
      color="gray"
      size={24}
      aria-label="Help"
      title="Open the guide"
      className="no-print"
    >
      <HelpIcon />
    </ActionIcon>
  );
}

interface RecordColumnsProps {
  details: ReactNode;
  /** Whether they follow in narrow windows. */
  detailsLast?: boolean;
  children: ReactNode;
}

/** A record's main part next to its details, which come first in narrow windows. */
export function RecordColumns({ details, detailsLast = false, children }: RecordColumnsProps) {
  const aside = <aside>{details}</aside>;
  return (
    <div className="record-columns">
      {!detailsLast && aside}
      <Stack gap="lg" miw={0}>
        {children}
      </Stack>
      {detailsLast && aside}
    </div>
  );
}

/** A placeholder for a page that is loading. */
export function PagePending() {
  return (
    <Stack className="page" role="img" aria-label="Loading">
      <Skeleton animate={false} w={160} h={24} />
      {[1, 2, 3].map((line) => (
        <Skeleton key={line} animate={false} maw={480} h={14} />
      ))}
    </Stack>
  );
}
