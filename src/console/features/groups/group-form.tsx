import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { defaultGroupId, groupIdOf, groupPath } from '../../../contract/groups/groups.ts';
import { limits } from '../../../contract/limits.ts';
import { plannedRequest } from '../../api/planned-request.ts';
import { notify } from '../../data/notifications/notify.ts';
import { saveEdit } from '../../data/save-edit.ts';
import { useSession } from '../../data/session/use-session.ts';
import type { Settle } from '../../data/use-settle.ts';
import { useSubmit } from '../../data/use-submit.ts';
import { changesTo } from '../../lib/edit/changes-to.ts';
import { msg } from '../../lib/text.ts';
import { useEdit } from '../../lib/edit/use-edit.ts';
import { closeNow } from '../../ui/dialog/dialog.tsx';
import { FormShell } from '../../ui/form-shell.tsx';
import type { TreeGroup } from '../../data/groups/model.ts';
import {
  createGroup,
  currentGroup,
  readGroup,
  refreshGroups,
  updateGroup,
} from '../../data/groups/queries.ts';

interface Values {
  name: string;
  description: string;
}

const locationNotes = {
  'own group': 'This service only creates groups below your own group, so it was created there.',
  'another group': "The service didn't create it below the group you selected.",
};

interface CreateGroupProps {
  /** The ID of the group to create it below. */
  parent: number;
  onClose(): void;
  onSelect(id: number): void;
}

/** Creates a group below another. */
export function CreateGroup(props: CreateGroupProps) {
  return (
    <GroupForm initial={{ name: '', description: '' }} {...useCreation(props)} onCancel={props.onClose} />
  );
}

/** How a form creates a group. */
function useCreation({ parent, onClose, onSelect }: CreateGroupProps) {
  const queryClient = useQueryClient();
  const own = useSession().user.group.group_resource;
  return {
    failure: "Couldn't create the group",
    action: 'Create group',
    request: (data: Values) =>
      // What is sent first: see `createGroup`.
      groupPath(parent) === own
        ? plannedRequest(groupsEndpoints.createGroup, { body: { data } })
        : plannedRequest(groupsEndpoints.createSubGroup, { params: { id: parent }, body: { data } }),
    onSave: async (values: Values, settle: Settle) => {
      const result = await settle(createGroup(parent, own, values));
      if (result.done) {
        await refreshGroups(queryClient);
        const at = result.record?.parent_resource;
        const elsewhere = at === own ? 'own group' : 'another group';
        const note = at === groupPath(parent) ? '' : locationNotes[elsewhere];
        notify.success(msg`${values.name} created`, note);
      }
      closeNow(onClose);
      const id = result.done ? groupIdOf(result.record?.group_resource ?? '') : undefined;
      if (id !== undefined) onSelect(id);
    },
  };
}

interface EditGroupProps extends Omit<CreateGroupProps, 'parent'> {
  group: TreeGroup;
}

/** Edits a group's name and description. If someone else has deleted it, it can create it again below the same group. */
export function EditGroup({ group, onClose, onSelect }: EditGroupProps) {
  const queryClient = useQueryClient();
  const [gone, setGone] = useState(false);
  const creation = useCreation({ parent: group.parent ?? defaultGroupId, onClose, onSelect });
  const edit = useEdit<Values, Values, Partial<Values>>({
    record: group,
    changesOf: changesTo,
    reload: () => currentGroup(group.id),
  });
  return (
    <GroupForm
      failure={msg`Couldn't save ${group.name}`}
      action="Save changes"
      initial={{ name: group.name, description: group.description }}
      nameFixed={group.id === defaultGroupId}
      request={(values) => {
        const data = edit.changes(values);
        return (
          data && plannedRequest(groupsEndpoints.updateGroup, { params: { id: group.id }, body: { data } })
        );
      }}
      onSave={async (values, settle) => {
        const saved = await saveEdit(edit, values, {
          settle,
          name: values.name,
          write: (data) => updateGroup(group.id, group.name, data),
          read: () => readGroup(group.id),
          refresh: () => refreshGroups(queryClient),
        });
        if (saved) onClose();
        else setGone(true);
      }}
      {...(gone && { ...creation, gone: group.name })}
      onCancel={() => {
        onClose();
        if (gone) void refreshGroups(queryClient);
      }}
    />
  );
}

interface GroupFormProps extends Pick<
  ComponentProps<typeof FormShell>,
  'failure' | 'action' | 'gone' | 'onCancel'
> {
  initial: Values;
  nameFixed?: boolean;
  /** The request that saving these values would send. */
  request(values: Values): ReturnType<ComponentProps<typeof FormShell>['request']>;
  onSave(values: Values, settle: Settle): Promise<void>;
}

function GroupForm({ initial, nameFixed = false, request, onSave, ...shell }: GroupFormProps) {
  const [fieldValues, setFieldValues] = useState(initial);
  const set = (change: Partial<Values>) => setFieldValues((old) => ({ ...old, ...change }));
  const values = { ...fieldValues, name: fieldValues.name.trim() };
  const { fields, ...form } = useSubmit(fieldValues, problemsOf(values));
  return (
    <FormShell
      {...shell}
      form={form}
      request={() => request(values)}
      onSubmit={() => void form.submit((settle) => onSave(values, settle))}
    >
      <TextInput
        label="Name"
        description={nameFixed ? "The Default group can't be renamed." : undefined}
        required
        readOnly={nameFixed}
        data-autofocus={nameFixed ? undefined : true}
        maxLength={limits.name * 2}
        value={fieldValues.name}
        error={fields.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        autosize={false}
        rows={4}
        data-autofocus={nameFixed ? true : undefined}
        value={fieldValues.description}
        error={fields.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
    </FormShell>
  );
}

function problemsOf({ name, description }: Values): Partial<Values> {
  return {
    ...(name === '' ? { name: 'Enter a name' } : {}),
    ...(name.length > limits.name
      ? { name: msg`Use at most ${limits.name} characters (currently ${name.length})` }
      : {}),
    ...(description.length > limits.description
      ? { description: `Use at most ${limits.description} characters (currently ${description.length})` }
      : {}),
  };
}
