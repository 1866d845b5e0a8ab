import { Button, Group, Menu, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCommands } from '../../data/commands.ts';
import { LockNotice } from '../../data/jobs/record-lock.tsx';
import { msg } from '../../lib/text.ts';
import { unavailable } from '../../ui/action-button.tsx';
import { MoreMenu } from '../../ui/links/more-menu.tsx';
import { Page, RecordColumns } from '../../ui/page.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { BackLink, ButtonLink } from '../../ui/links/links.tsx';
import { MissingPrivilege } from '../../data/groups/missing-privilege.tsx';
import { Name } from '../../ui/name.tsx';
import type { Editability } from './use-editability.ts';

/** Something to do with a record: a button or menu item on its page, and a command. */
interface RecordAction {
  id: string;
  /** "Edit". */
  label: string;
  /** What the command says before the record's name, if not the label. */
  command?: string;
  danger?: true;
  /** Why it would be refused. */
  refusal?: string | undefined;
  run(): void;
}

interface RecordPageProps {
  list: '/access/users' | '/access/roles';
  title: string;
  /** The record's path. */
  path: string;
  /** As of `Page`. */
  state?: ReactNode;
  /** The first one is a button, the others are in a menu. */
  actions: readonly RecordAction[];
  editability: Editability;
  /** Its fields, beside the tabs. */
  details: ReactNode;
  tabs: ReactNode;
  /** The open tab, and dialogs. */
  children: ReactNode;
}

/**
 * The page of one user or role: back link, name, actions and details. There are no actions for those who can't edit it, and
 * while a job is changing it.
 */
export function RecordPage(props: RecordPageProps) {
  const { list, title, path, state, actions, editability, details, tabs, children } = props;
  useTitle(title);
  const { canEdit, lock, missing } = editability;
  const offered = canEdit ? actions : [];
  const [edit, ...others] = offered;
  useCommands(
    offered.flatMap(({ id, label, command = label, refusal, run }) =>
      refusal === undefined ? [{ id, label: msg`${command} ${title}`, run }] : [],
    ),
  );
  return (
    <Page
      title={title}
      help={list === '/access/users' ? 'console#manage-users' : 'console#manage-roles'}
      isName
      state={state}
      back={<BackLink to={list}>All {list === '/access/users' ? 'users' : 'roles'}</BackLink>}
      actions={
        <Group>
          <ButtonLink to="/access/can" search={{ who: path }}>
            Check access
          </ButtonLink>
          {edit && <Button onClick={edit.run}>{edit.label}</Button>}
          {others.length > 0 && (
            <MoreMenu>
              {others.map(({ id, label, danger, refusal, run }) => (
                <Menu.Item
                  key={id}
                  {...(danger && { c: 'var(--danger)' })}
                  {...(refusal === undefined ? { onClick: run } : { ...unavailable, title: refusal })}
                >
                  {label}
                </Menu.Item>
              ))}
            </MoreMenu>
          )}
        </Group>
      }
    >
      {lock && <LockNotice lock={lock} />}
      {missing && (
        <MissingPrivilege {...missing}>
          edit <Name>{title}</Name>
        </MissingPrivilege>
      )}
      {offered.map(
        ({ id, refusal }) =>
          refusal !== undefined && (
            <Text key={id} c="dimmed">
              {refusal}
            </Text>
          ),
      )}
      <RecordColumns details={details}>
        {tabs}
        {children}
      </RecordColumns>
    </Page>
  );
}
