import { Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigateHere } from '../../../data/use-navigate-here.ts';
import { useState, type ComponentProps } from 'react';
import { rolesEndpoints } from '../../../../contract/endpoints/roles.ts';
import { limits } from '../../../../contract/limits.ts';
import { satisfies } from '../../../../contract/access/privileges.ts';
import { roleIdOf, type Role } from '../../../../contract/access/roles.ts';
import { userIdOf } from '../../../../contract/access/users.ts';
import type { RoleCreate, RoleUpdate } from '../../../../contract/access/role-writes.ts';
import { plannedRequest } from '../../../api/planned-request.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { saveEdit } from '../../../data/save-edit.ts';
import { useSession } from '../../../data/session/use-session.ts';
import type { Settle } from '../../../data/use-settle.ts';
import { useSubmit } from '../../../data/use-submit.ts';
import { changesTo } from '../../../lib/edit/changes-to.ts';
import { msg } from '../../../lib/text.ts';
import { useEdit } from '../../../lib/edit/use-edit.ts';
import { closeNow, Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormShell } from '../../../ui/form-shell.tsx';
import { GroupPicker, GroupsPicker } from '../group-picker.tsx';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { refreshAccess } from '../../../data/access/refresh.ts';
import type { CompleteRole } from '../../../data/service/records.ts';
import { createRole, readRole, updateRole } from '../../../data/access/roles.ts';
import { FeaturesField } from './features-field.tsx';
import { asBody, asGrants, type Grants } from './role-values.ts';

interface Values extends Omit<RoleCreate, 'features'> {
  features: Grants;
}

/** A privilege to fill in, and the group to add for it, by its path. */
export interface ProposedGrant {
  feature: string;
  privilege: string;
  group?: string | undefined;
}

interface CreateRoleProps {
  /** What to grant. */
  proposed?: ProposedGrant | undefined;
  /** The user to assign the role to, by their path: their form opens next, with the role added. */
  assignTo?: string | undefined;
  /** Closes the form without leaving the page. */
  onCancel(): void;
  /** Closes the form before another page opens. */
  onClose(): void;
}

/** Creates a role and opens its page, or the form of the user to assign it to. */
export function CreateRole({ proposed, assignTo, onCancel, onClose }: CreateRoleProps) {
  const { user } = useSession();
  const groups = useGroupDirectory();
  const group = user.group.group_resource;
  const initial = {
    name: '',
    description: '',
    admin_group: group,
    features: new Map(),
    group_resources: [group],
  };
  const where = groups.nameOf(proposed?.group ?? group);
  return (
    <RoleForm
      title="New role"
      initial={initial}
      proposed={
        proposed && {
          ...withGrant({ ...initial, group_resources: [] }, proposed),
          name: `${proposed.feature} ${proposed.privilege} on ${where}`,
        }
      }
      {...useCreation({ assignTo, onCancel, onClose })}
      onClose={onCancel}
    />
  );
}

/** How a form creates a role. */
function useCreation({ assignTo, onCancel, onClose }: Omit<CreateRoleProps, 'proposed'>) {
  const queryClient = useQueryClient();
  const navigate = useNavigateHere();
  const open = (path: string) => {
    const [id, assignee] = [roleIdOf(path), userIdOf(assignTo ?? '')];
    if (id === undefined) return onCancel();
    if (assignee === undefined)
      return navigate({ to: '/access/roles/$roleId', params: { roleId: String(id) } });
    const params = { userId: String(assignee) };
    return navigate({ to: '/access/users/$userId', params, search: { add_role: path } });
  };
  return {
    failure: "Couldn't create the role",
    action: 'Create role',
    creating: true,
    request: (data: RoleCreate) => plannedRequest(rolesEndpoints.createRole, { body: { data } }),
    onSave: async (data: RoleCreate, settle: Settle) => {
      const result = await settle(createRole(data));
      closeNow(onClose);
      if (result.done) notify.success(msg`${data.name} created`);
      await (result.done ? open(result.record?.role_resource ?? '') : onCancel());
      await refreshAccess(queryClient);
    },
  };
}

/** Form values with a privilege added. */
function withGrant(values: Values, { feature, privilege, group }: ProposedGrant): Values {
  const groups = new Set([...values.group_resources, ...(group === undefined ? [] : [group])]);
  const granted = satisfies(values.features.get(feature), privilege);
  const features = granted ? values.features : new Map([...values.features, [feature, privilege]]);
  return { ...values, features, group_resources: [...groups] };
}

function withoutGroup({ feature, privilege }: ProposedGrant): ProposedGrant {
  return { feature, privilege };
}

interface EditRoleProps {
  id: number;
  role: CompleteRole;
  /** What to add to it. */
  proposed?: ProposedGrant | undefined;
  onClose(): void;
}

/** Edits a role. If someone else has deleted it, it can create it again. */
export function EditRole({ id, role, proposed, onClose }: EditRoleProps) {
  const queryClient = useQueryClient();
  const [gone, setGone] = useState(false);
  const creation = useCreation({ onCancel: onClose, onClose });
  const edit = useEdit({ record: role, changesOf, reload: () => readRole(id), lists: ['group_resources'] });
  const [initial] = useState<Values>(() => ({
    name: role.name,
    description: role.description,
    admin_group: role.admin_group.group_resource,
    features: asGrants(role.features),
    group_resources: role.group_resources,
  }));
  return (
    <RoleForm
      title={msg`Edit ${role.name}`}
      proposed={proposed && withGrant(initial, role.groupsUnknown ? withoutGroup(proposed) : proposed)}
      groupsUnknown={role.groupsUnknown === true && !gone}
      failure={msg`Couldn't save ${role.name}`}
      action="Save changes"
      initial={initial}
      creating={false}
      request={(values) => {
        const data = edit.changes(values);
        return data && plannedRequest(rolesEndpoints.updateRole, { params: { id }, body: { data } });
      }}
      onSave={async (values, settle) => {
        const saved = await saveEdit(edit, values, {
          settle,
          name: values.name,
          write: (data) => updateRole(id, role.name, data),
          read: () => readRole(id),
          refresh: () => refreshAccess(queryClient),
        });
        if (saved) onClose();
        else setGone(true);
      }}
      {...(gone && { ...creation, gone: role.name })}
      onClose={() => {
        onClose();
        if (gone) void refreshAccess(queryClient);
      }}
    />
  );
}

function changesOf(base: Role, data: RoleCreate): RoleUpdate {
  const { admin_group: _, ...values } = data;
  return changesTo({ ...base, features: asBody(asGrants(base.features)) }, values);
}

interface RoleFormProps extends Pick<ComponentProps<typeof FormShell>, 'failure' | 'action' | 'gone'> {
  title: string;
  initial: Values;
  /** Values filled in for the user to save. */
  proposed?: Values | undefined;
  creating: boolean;
  /** Whether the service doesn't report the groups, which are then kept as they are. */
  groupsUnknown?: boolean;
  /** The request that saving these values would send. */
  request(values: RoleCreate): ReturnType<ComponentProps<typeof FormShell>['request']>;
  onClose(): void;
  onSave(values: RoleCreate, settle: Settle): Promise<void>;
}

function RoleForm(props: RoleFormProps) {
  const { title, initial, proposed, creating, groupsUnknown, request, onClose, onSave, ...shell } = props;
  const [values, setValues] = useState(proposed ?? initial);
  const data = { ...values, name: values.name.trim(), features: asBody(values.features) };
  const { fields, ...form } = useSubmit(values, data.name === '' ? { name: 'Enter a name' } : {});
  const set = (change: Partial<Values>) => setValues((old) => ({ ...old, ...change }));
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      <FormShell
        {...shell}
        form={form}
        request={() => request(data)}
        onCancel={onClose}
        onSubmit={() => void form.submit((settle) => onSave(data, settle))}
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
            value={values.admin_group}
            error={fields.admin_group}
            onChange={(admin_group) => set({ admin_group })}
          />
        )}
        {groupsUnknown ? (
          <Text>This service doesn't report which groups the role applies to.</Text>
        ) : (
          <GroupsPicker
            label="Applies to"
            description="These groups and all their subgroups."
            value={values.group_resources}
            error={fields.group_resources}
            onChange={(group_resources) => set({ group_resources })}
          />
        )}
        <FeaturesField
          grants={values.features}
          groups={values.group_resources}
          error={fields.features}
          onChange={(features) => set({ features })}
        />
      </FormShell>
    </Dialog>
  );
}
