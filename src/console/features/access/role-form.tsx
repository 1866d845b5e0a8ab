import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { limits } from '../../../contract/limits.ts';
import { roleIdOf, type Role } from '../../../contract/roles.ts';
import type { RoleUpdate } from '../../../contract/role-writes.ts';
import { notify } from '../../notifications/notify.ts';
import { useSession } from '../../session/use-session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import classes from './access.module.css';
import { FeaturesField } from './features-field.tsx';
import { GroupPicker, GroupsPicker } from './group-picker.tsx';
import { createRole, refreshAccess, updateRole } from './queries.ts';
import { asBody, asGrants, type Grants } from './role-values.ts';
import { useSubmit } from './use-submit.ts';

interface Values {
  name: string;
  description: string;
  adminGroup: string;
  grants: Grants;
  groups: readonly string[];
}

/** Creates a role and goes to its page. */
export function CreateRole({ onClose }: { onClose(): void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { user } = useSession();
  const group = user.group.group_resource;
  return (
    <RoleDialog
      title="New role"
      initial={{ name: '', description: '', adminGroup: group, grants: {}, groups: [group] }}
      creating
      onClose={onClose}
      onSave={async ({ name, description, adminGroup, grants, groups }) => {
        const written = await createRole({
          name: name.trim(),
          description,
          admin_group: adminGroup,
          features: asBody(grants),
          group_resources: [...groups],
        });
        await refreshAccess(queryClient);
        onClose();
        if (!written.done) return;
        notify.success(`${written.record.name} created`);
        const id = roleIdOf(written.record.role_resource);
        if (id === undefined) return;
        await navigate({ to: '/access/roles/$roleId', params: { roleId: String(id) } });
      }}
    />
  );
}

/** Changes a role; only what changed is sent. */
export function EditRole({ id, role, onClose }: { id: number; role: Role; onClose(): void }) {
  const queryClient = useQueryClient();
  const initial: Values = {
    name: role.name,
    description: role.description,
    adminGroup: role.admin_group.group_resource,
    grants: asGrants(role.features),
    groups: role.group_resources,
  };
  return (
    <RoleDialog
      title={`Edit ${role.name}`}
      initial={initial}
      creating={false}
      onClose={onClose}
      onSave={async (values) => {
        const data = changesOf(initial, values);
        if (Object.keys(data).length === 0) {
          notify.success('Nothing changed', `${role.name} is as it was.`);
        } else {
          const written = await updateRole(id, role.name, data);
          await refreshAccess(queryClient);
          if (written.done) notify.success(`${written.record.name} saved`);
        }
        onClose();
      }}
    />
  );
}

function changesOf(initial: Values, values: Values): RoleUpdate {
  const name = values.name.trim();
  const features = asBody(values.grants);
  const sameGroups = values.groups.toSorted().join() === initial.groups.toSorted().join();
  return {
    ...(name === initial.name ? {} : { name }),
    ...(values.description === initial.description ? {} : { description: values.description }),
    ...(JSON.stringify(features) === JSON.stringify(asBody(initial.grants)) ? {} : { features }),
    ...(sameGroups ? {} : { group_resources: [...values.groups] }),
  };
}

interface RoleDialogProps {
  title: string;
  initial: Values;
  creating: boolean;
  onClose(): void;
  onSave(values: Values): Promise<void>;
}

const fieldNames = ['name', 'description', 'features', 'admin_group', 'group_resources'];

function RoleDialog({ title, initial, creating, onClose, onSave }: RoleDialogProps) {
  const [values, setValues] = useState(initial);
  const { problems, sending, submit, refuse } = useSubmit(fieldNames);
  const set = (change: Partial<Values>) => setValues((old) => ({ ...old, ...change }));
  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (values.name.trim() === '') refuse({ name: 'Give the role a name' });
    else void submit(() => onSave(values));
  }
  const { fields, rest } = problems;
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      <form onSubmit={save} noValidate>
        <Stack>
          {rest.length > 0 && <ErrorView title="Nothing was saved" detail={rest} />}
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={limits.name}
            value={values.name}
            error={fields['name']}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <Textarea
            label="Description"
            rows={2}
            maxLength={limits.description}
            value={values.description}
            error={fields['description']}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
          {creating && (
            <GroupPicker
              label="Administered by"
              description="Who may change users and roles of this group may change the role. This stays."
              required
              value={values.adminGroup}
              error={fields['admin_group']}
              onChange={(adminGroup) => set({ adminGroup })}
            />
          )}
          <GroupsPicker
            label="Applies to"
            description="These groups, and all below them."
            value={values.groups}
            error={fields['group_resources']}
            onChange={(groups) => set({ groups })}
          />
          <FeaturesField
            grants={values.grants}
            groups={values.groups}
            error={fields['features']}
            onChange={(grants) => set({ grants })}
          />
          <Group justify="flex-end" className={classes.actions}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={sending}>
              {creating ? 'Create role' : 'Save changes'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
