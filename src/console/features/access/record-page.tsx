import { Button, Group, Menu, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { AccessRecords } from '../../data/access/access-records.ts';
import { useCommands } from '../../data/commands.ts';
import { useVisit } from '../../data/places/places.ts';
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

/** Something to do with a record: a button or menu item on its page, and a command. It opens a dialog. */
interface RecordAction {
  id: string;
  /** "Edit". */
  label: string;
  /** What the command says before the record's name, if not the label. */
  command?: string;
  danger?: true;
  /** Why it would be refused. */
  refusal?: string | undefined;
  render(dialog: { onClose(): void }): ReactNode;
}

interface RecordPageProps<Item extends object> {
  /** Users or roles. */
  kind: AccessRecords<Item>;
  record: Item;
  /** As of `Page`. */
  state?: ReactNode;
  /** The first one is a button, the others are in a menu. */
  actions: readonly (RecordAction | false)[];
  editability: Editability;
  /** Its fields, beside the tabs. */
  details: ReactNode;
  tabs: ReactNode;
  /** The open tab. */
  children: ReactNode;
}

/**
 * The page of one user or role: back link, name, actions and details. There are no actions for those who can't edit it, and
 * while a job is changing it.
 */
export function RecordPage<Item extends object>(props: RecordPageProps<Item>) {
  const { kind, record, state, editability, details, tabs, children } = props;
  const { noun } = kind;
  const [title, path] = [kind.nameOf(record), kind.pathOf(record)];
  useTitle(title);
  useVisit(`/access${path}`, title);
  const [dialog, setDialog] = useState<string>();
  const actions = props.actions.filter((action) => action !== false);
  const { canEdit, lock, missing } = editability;
  const offered = canEdit ? actions : [];
  const [edit, ...others] = offered;
  useCommands(
    offered.flatMap(({ id, label, command = label, refusal }) =>
      refusal === undefined ? [{ id, label: msg`${command} ${title}`, run: () => setDialog(id) }] : [],
    ),
  );
  return (
    <Page
      title={title}
      help={`console#manage-${noun}s`}
      isName
      state={state}
      back={<BackLink to={`/access/${noun}s`}>All {noun}s</BackLink>}
      actions={
        <Group>
          <ButtonLink to="/access/can" search={{ who: path }}>
            Check access
          </ButtonLink>
          {edit && <Button onClick={() => setDialog(edit.id)}>{edit.label}</Button>}
          {others.length > 0 && (
            <MoreMenu>
              {others.map(({ id, label, danger, refusal }) => (
                <Menu.Item
                  key={id}
                  {...(danger && { c: 'var(--danger)' })}
                  {...(refusal === undefined
                    ? { onClick: () => setDialog(id) }
                    : { ...unavailable, title: refusal })}
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
      {actions.find(({ id }) => id === dialog)?.render({ onClose: () => setDialog(undefined) })}
    </Page>
  );
}
