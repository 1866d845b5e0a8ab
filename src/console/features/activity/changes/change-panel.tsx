import { Text, Button, Group } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Change } from '../../../../contract/activity/changes.ts';
import { changeQuery } from '../../../data/activity/logs.ts';
import { DeleteDialog } from '../../../data/delete-dialog.tsx';
import { deleteGroup } from '../../../data/groups/queries.ts';
import { RecreateGroups } from '../../../data/activity/recreate-groups.tsx';
import {
  formerValues,
  lastValues,
  recordAddress,
  recordAt,
  type RecordKind,
} from '../../../data/activity/record-kinds.ts';
import { formatNumber, msg } from '../../../lib/text.ts';
import { Copyable } from '../../../ui/copyable.tsx';
import { DetailList } from '../../../ui/detail-list.tsx';
import { Author } from '../record-link.tsx';
import { EntryPanel, MissingEntry, ExactTime } from '../entry-panel.tsx';
import { FieldTable } from '../field-table.tsx';
import type { ChangeRight } from '../../../data/groups/use-group-rights.ts';
import { GroupDirectoryProvider, useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { ChangedRecord, titleOf } from './change-columns.tsx';
import { useState, useRef } from 'react';
import { useRights } from '../../../data/service/rights.ts';
import { useSession } from '../../../data/session/use-session.ts';
import type { Fields } from '../../../data/activity/versions.ts';
import { WriteDialog } from './write-dialog.tsx';
import { defaultGroupId, groupPath } from '../../../../contract/groups/groups.ts';
import { MissingPrivilege } from '../../../data/groups/missing-privilege.tsx';
import { Name } from '../../../ui/name.tsx';
import { EraseUser } from '../erase-user.tsx';
import { useNavigateHere } from '../../../data/use-navigate-here.ts';
import * as z from 'zod/mini';
import { notify } from '../../../data/notifications/notify.ts';
import { refresh } from '../../../data/refresh.ts';
import { useSentForm } from '../../../data/record-form.ts';
import { closeNow, Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormShell } from '../../../ui/form-shell.tsx';
import { SecretField } from '../../../ui/secret-field.tsx';

/** A new or deleted record has only one value of each field. */
function headersOf(action: Change['action']): { before?: string; after?: string } {
  if (action === 'created') return { after: 'Value' };
  return action === 'deleted' ? { before: 'Value' } : { before: 'Before', after: 'After' };
}

/** One change: who made it, and what it changed from what to what. */
export function ChangePanel({ id }: { id: number }) {
  const { data: change } = useSuspenseQuery(changeQuery(id));
  if (!change) return <MissingEntry noun="change" />;
  const { action, resource, fields, count } = change;
  // A deletion that wasn't finished is about the group's subgroups.
  const record = recordAt(resource.replace(/\/groups$/, ''));
  const kind = record?.kind;
  return (
    <EntryPanel title={titleOf(change)} entries="changes">
      <DetailList
        details={{
          Time: <ExactTime at={change.at} />,
          'Changed by': <Author change={change} />,
          Record: <ChangedRecord change={change} />,
          Path: <Copyable value={resource} label="path" />,
          Records: count > 1 && formatNumber(count),
          'Request ID': change.request_id !== '' && <Copyable value={change.request_id} label="request ID" />,
        }}
      />
      <GroupDirectoryProvider>
        {record && <ChangeActions change={change} {...record} />}
      </GroupDirectoryProvider>
      {fields.length > 0 ? (
        <FieldTable label="Changed fields" kind={kind} fields={fields} headers={headersOf(action)} />
      ) : (
        count > 1 && <Text>The values of each record aren't recorded.</Text>
      )}
    </EntryPanel>
  );
}

interface ChangeActionsProps {
  change: Change;
  /** The record that it's about. */
  kind: RecordKind;
  id: number;
}

/**
 * What can be done about a change by those who can write the record, as far as is known here: recreating what it deleted, deleting
 * what a job created, or writing back what it replaced.
 */
function ChangeActions({ change, kind, id }: ChangeActionsProps) {
  const { action, name, via, count: records } = change;
  const [isOpen, setIsOpen] = useState(false);
  const rightOn = useChangeRight(kind);
  const [open, close] = [() => setIsOpen(true), () => setIsOpen(false)];
  const deleted = lastValues(kind, change);
  if (deleted) return <DeletedActions change={change} kind={kind} values={deleted} />;
  if (rightOn(kind.noun === 'group' ? groupPath(id) : undefined) !== 'this') return null;
  const former = formerValues(kind, change);
  if (former)
    return (
      <>
        <Button w="fit-content" onClick={open}>
          Revert this change
        </Button>
        {isOpen && (
          <WriteDialog
            kind={kind}
            id={id}
            name={name}
            action="Revert this change"
            values={former}
            onClose={close}
          />
        )}
      </>
    );
  if (action !== 'created' || kind.noun !== 'group' || !via.startsWith('job ')) return null;
  return (
    <>
      <Button w="fit-content" c="var(--danger)" onClick={open}>
        Delete what was created
      </Button>
      {isOpen && (
        <DeleteDialog
          name={name}
          what={records > 1 ? msg`${name} and its subgroups` : name}
          remove={() => deleteGroup(id, name, msg`Deleting ${name}`)}
          read={() => kind.read(id)}
          refresh={() => refresh('group')}
          onDeleted={close}
          onClose={close}
        >
          <Text>Deletes what was created, and subgroups that were added since.</Text>
        </DeleteDialog>
      )}
    </>
  );
}

interface DeletedActionsProps extends Omit<ChangeActionsProps, 'id'> {
  /** Its last values. */
  values: Fields;
}

/** What to do about a deleted record. Says which privilege is missing to those who can only do it elsewhere. */
function DeletedActions({ change, kind, values }: DeletedActionsProps) {
  const { resource, name, recreatable } = change;
  const { feature, groupField, create } = kind;
  const value = groupField === undefined ? undefined : values[groupField];
  const group = typeof value === 'string' ? value : groupPath(defaultGroupId);
  const right = useChangeRight(kind)(group);
  const [recreating, setRecreating] = useState(false);
  const close = () => setRecreating(false);
  if (recreatable === false)
    return (
      <Text>Can't be recreated: the groups took more than 8 MB, or newer deletions needed the space.</Text>
    );
  if (right === 'none') return null;
  if (right === 'others')
    return (
      <MissingPrivilege required={{ feature, privilege: 'rw' }} group={group}>
        recreate <Name>{name}</Name>
      </MissingPrivilege>
    );
  return (
    <Group>
      <Button onClick={() => setRecreating(true)}>Recreate</Button>
      {/* This needs the same privilege: docs/decisions.md, "Activity". */}
      {kind.collection === 'users' && <EraseUser path={resource} login={name} exists={false} />}
      {recreating &&
        (create ? (
          <RecreateDialog kind={kind} name={name} values={values} create={create} onClose={close} />
        ) : (
          <RecreateGroups change={change} onClose={close} />
        ))}
    </Group>
  );
}

/**
 * Whether the user can write records of a kind, as far as is known here. The service checks again.
 * @returns a function of the group on which that needs a privilege; undefined if it isn't known
 */
function useChangeRight({ collection, feature }: RecordKind) {
  const { holds, holdsOn } = useSession();
  const { editProviders } = useRights();
  const groups = useGroupDirectory();
  return (group: string | undefined): ChangeRight => {
    if (collection === 'oidc_ops') return editProviders ? 'this' : 'none';
    if (!holds(feature, 'rw')) return 'none';
    return group === undefined || holdsOn(feature, 'rw', groups.chainOf(group).paths) ? 'this' : 'others';
  };
}

const secretName = 'client_secret';
/** What's typed: the other values come from the service's own log. */
const typedBody = z.object({
  data: z.object({ [secretName]: z.optional(z.string().check(z.minLength(1, 'Enter the client secret'))) }),
});

interface RecreateDialogProps extends Pick<DeletedActionsProps, 'kind' | 'values'> {
  name: string;
  create: NonNullable<RecordKind['create']>;
  onClose(): void;
}

/** Creates a deleted record again from its last values, through the endpoint that its form uses. */
function RecreateDialog(props: RecreateDialogProps) {
  const { kind, name, values, create, onClose } = props;
  const navigate = useNavigateHere();
  const secret = useRef<HTMLInputElement>(null);
  const { form, errors, state, data, submit } = useSentForm({
    // What's typed stays in the input.
    initial: { [secretName]: '' },
    fields: { [secretName]: 'Client secret' },
    schema: typedBody,
    toData: () => (kind.needsSecret ? { [secretName]: secret.current?.value ?? '' } : {}),
    send: async (typed) => {
      const created = await create({ ...values, ...typed }).send();
      await refresh(kind.noun);
      closeNow(onClose);
      if (!created.done) return;
      notify.success(msg`${name} created`);
      const path: unknown = Object(created.record)[kind.pathField];
      const address = typeof path === 'string' ? recordAddress(path) : undefined;
      if (address !== undefined) await navigate({ to: address });
    },
  });
  return (
    <Dialog title={msg`Recreate ${name}`} size="lg" onClose={onClose}>
      <FormShell
        form={state}
        failure={msg`Couldn't create ${name}`}
        action={`Create ${kind.noun}`}
        request={() => create({ ...values, ...data() }).preview()}
        onCancel={onClose}
        onSubmit={submit}
      >
        <Text>{kind.recreated}</Text>
        <FieldTable
          label="Last values"
          kind={kind}
          fields={Object.entries(values).map(([field, value]) => ({ name: field, after: value }))}
          headers={{ after: 'Value' }}
        />
        {kind.needsSecret && (
          <SecretField
            id="recreated-secret"
            mode="set"
            inputRef={secret}
            error={errors[secretName]?.message}
            onModeChange={() => undefined}
            onFilled={() => void (form.formState.isSubmitted && form.trigger(secretName))}
          />
        )}
      </FormShell>
    </Dialog>
  );
}
