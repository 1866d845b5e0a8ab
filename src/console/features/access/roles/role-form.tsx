import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ComponentProps } from 'react';
import { rolesEndpoints } from '../../../../contract/endpoints/roles.ts';
import { limits } from '../../../../contract/limits.ts';
import { roleIdOf, type Role } from '../../../../contract/access/roles.ts';
import type { RoleCreate, RoleUpdate } from '../../../../contract/access/role-writes.ts';
import { plannedRequest } from '../../../api/planned-request.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { useSubmit } from '../../../data/use-submit.ts';
import { isolate } from '../../../lib/text.ts';
import { useEdit } from '../../../lib/use-edit.ts';
import { closeNow, Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormShell } from '../../../ui/form-shell.tsx';
import { GroupPicker, GroupsPicker } from '../group-picker.tsx';
import { refreshAccess } from '../../../data/access/refresh.ts';
import { createRole, readRole, updateRole } from '../../../data/access/roles.ts';
import { FeaturesField } from './features-field.tsx';
import { asBody, asGrants, type Grants } from './role-values.ts';

interface Values {
  name: string;
  description: string;
  adminGroup: string;
  grants: Grants;
  groups: readonly string[];
}

/** Creates a role and opens its page. */
export function CreateRole({ onClose }: { onClose(): void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { user } = useSession();
  const group = user.group.group_resource;
  return (
    <RoleForm
      title="New role"
      failure="Couldn't create the role"
      action="Create role"
      initial={{ name: '', description: '', adminGroup: group, grants: new Map(), groups: [group] }}
      creating
      request={(values) => plannedRequest(rolesEndpoints.createRole, { body: { data: creationOf(values) } })}
      onClose={onClose}
      onSave={async (values) => {
        const result = await createRole(creationOf(values));
        await refreshAccess(queryClient);
        closeNow(onClose);
        if (!result.done) return;
        notify.success(`${isolate(result.record.name)} created`);
        const id = roleIdOf(result.record.role_resource);
        if (id === undefined) return;
        await navigate({ to: '/access/roles/$roleId', params: { roleId: String(id) } });
      }}
    />
  );
}

function creationOf({ name, description, adminGroup, grants, groups }: Values): RoleCreate {
  return {
    name: name.trim(),
    description,
    admin_group: adminGroup,
    features: asBody(grants),
    group_resources: [...groups],
  };
}

/** Edits a role. */
export function EditRole({ id, role, onClose }: { id: number; role: Role; onClose(): void }) {
  const queryClient = useQueryClient();
  const edit = useEdit({ record: role, changesOf, reload: () => readRole(id), lists: ['group_resources'] });
  const [initial] = useState<Values>(() => ({
    name: role.name,
    description: role.description,
    adminGroup: role.admin_group.group_resource,
    grants: asGrants(role.features),
    groups: role.group_resources,
  }));
  return (
    <RoleForm
      title={`Edit ${isolate(role.name)}`}
      failure={`Couldn't save ${isolate(role.name)}`}
      action="Save changes"
      initial={initial}
      creating={false}
      request={(values) => {
        const data = edit.changes(values);
        return data && plannedRequest(rolesEndpoints.updateRole, { params: { id }, body: { data } });
      }}
      onClose={onClose}
      onSave={async (values) => {
        const changes = edit.changes(values);
        if (!changes) {
          notify.success('Nothing changed');
        } else {
          const result = await updateRole(id, role.name, await edit.merge(changes));
          await refreshAccess(queryClient);
          if (result.done) notify.success('Changes saved', isolate(result.record.name));
        }
        onClose();
      }}
    />
  );
}

function changesOf(base: Role, { name, description, grants, groups }: Values): RoleUpdate {
  const features = asBody(grants);
  const sameFeatures = JSON.stringify(features) === JSON.stringify(asBody(asGrants(base.features)));
  const sameGroups = groups.toSorted().join() === base.group_resources.toSorted().join();
  return {
    ...(name.trim() === base.name ? {} : { name: name.trim() }),
    ...(description === base.description ? {} : { description }),
    ...(sameFeatures ? {} : { features }),
    ...(sameGroups ? {} : { group_resources: [...groups] }),
  };
}

interface RoleFormProps extends Pick<ComponentProps<typeof FormShell>, 'failure' | 'action'> {
  title: string;
  initial: Values;
  creating: boolean;
  /** The request that saving these values would send. */
  request(values: Values): ReturnType<ComponentProps<typeof FormShell>['request']>;
  onClose(): void;
  onSave(values: Values): Promise<void>;
}

function RoleForm({ title, initial, creating, request, onClose, onSave, ...shell }: RoleFormProps) {
  const [values, setValues] = useState(initial);
  const form = useSubmit(['name', 'description', 'features', 'admin_group', 'group_resources']);
  const set = (change: Partial<Values>) => setValues((old) => ({ ...old, ...change }));
  const { fields } = form.problems;
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      <FormShell
        {...shell}
        problems={form.problems}
        submitting={form.submitting}
        request={() => request(values)}
        onCancel={onClose}
        onSubmit={() => {
          if (values.name.trim() === '') form.reject({ name: 'Enter a name' });
          else void form.submit(() => onSave(values));
        }}
      >
        <TextInput
          label="Name"
          required
          data-autofocus
          maxLength={limits.name}
          value={values.name}
          error={fields.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Textarea
          label="Description"
          rows={2}
          maxLength={limits.description}
          value={values.description}
          error={fields.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        {creating && (
          <GroupPicker
            label="Administered by"
            description="Anyone who can change users and roles in this group can change the role. Can't be changed later."
            required
            value={values.adminGroup}
            error={fields.admin_group}
            onChange={(adminGroup) => set({ adminGroup })}
          />
        )}
        <GroupsPicker
          label="Applies to"
          description="These groups and all their subgroups."
          value={values.groups}
          error={fields.group_resources}
          onChange={(groups) => set({ groups })}
        />
        <FeaturesField
          grants={values.grants}
          groups={values.groups}
          error={fields.features}
          onChange={(grants) => set({ grants })}
        />
      </FormShell>
    </Dialog>
  );
}
