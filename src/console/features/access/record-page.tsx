import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCommands } from '../../data/commands.ts';
import { LockNotice } from '../../data/jobs/record-lock.tsx';
import { msg } from '../../lib/text.ts';
import { Page } from '../../ui/page.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { BackLink, ButtonLink } from '../../ui/links/links.tsx';
import { MissingPrivilege } from '../../data/access/missing-privilege.tsx';
import { Name } from '../../ui/name.tsx';
import type { Editability } from './use-editability.ts';

/** Something to do with a record: a button on its page, and a command. */
interface RecordAction {
  id: string;
  /** "Edit user". */
  label: string;
  /** What the command says before the record's name, if not the label. */
  command?: string;
  danger?: true;
  run(): void;
}

interface RecordPageProps {
  list: '/access/users' | '/access/roles';
  title: string;
  /** The record's path. */
  path: string;
  actions: readonly RecordAction[];
  editability: Editability;
  children: ReactNode;
}

/**
 * The page of one user or role: back link, name, actions and details. There are no actions for those who can't edit it, and
 * while a job is changing it.
 */
export function RecordPage({ list, title, path, actions, editability, children }: RecordPageProps) {
  useTitle(title);
  const { canEdit, lock, missing } = editability;
  const offered = canEdit ? actions : [];
  useCommands(
    offered.map(({ id, label, command = label, run }) => ({
      id,
      label: msg`${command} ${title}`,
      run,
    })),
  );
  return (
    <Page
      title={title}
      isName
      back={<BackLink to={list}>All {list === '/access/users' ? 'users' : 'roles'}</BackLink>}
      actions={
        <Group gap={8}>
          <ButtonLink to="/access/can" search={{ who: path }}>
            Check access
          </ButtonLink>
          {offered.map(({ id, label, danger, run }) => (
            <Button key={id} {...(danger && { c: 'var(--danger)' })} onClick={run}>
              {label}
            </Button>
          ))}
        </Group>
      }
    >
      {lock && <LockNotice lock={lock} />}
      {missing && (
        <MissingPrivilege {...missing}>
          edit <Name>{title}</Name>
        </MissingPrivilege>
      )}
      {children}
    </Page>
  );
}
