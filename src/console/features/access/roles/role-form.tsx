import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { rolesEndpoints } from '../../../../contract/endpoints/roles.ts';
import { limits } from '../../../../contract/limits.ts';
import { roleIdOf, type Role } from '../../../../contract/access/roles.ts';
import type { RoleCreate, RoleUpdate } from '../../../../contract/access/role-writes.ts';
import { mergedMembers, rebased, refuseOverlap } from '../../../api/concurrent-edits.ts';
import { plannedRequest, type PlannedRequest } from '../../../api/planned-request.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { closeNow, Dialog } from '../../../ui/dialog/dialog.tsx';
import { ErrorView } from '../../../ui/error-view.tsx';
import { WhatIsSent } from '../../../ui/request-view.tsx';
import classes from '../access.module.css';
import { FeaturesField } from './features-field.tsx';
import { GroupPicker, GroupsPicker } from '../group-picker.tsx';
import { createRole, readRole, refreshAccess, updateRole } from '../queries.ts';
import { asBody, asGrants, type Grants } from './role-values.ts';
import { useSubmit } from '../use-submit.ts';
import { isolate } from '../../../lib/text.ts';

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
      initial={{ name: '', description: '', adminGroup: group, grants: new Map(), groups: [group] }}
      creating
      request={(values) => plannedRequest(rolesEndpoints.createRole, { body: { data: creationOf(values) } })}
      onClose={onClose}
      onSave={async (values) => {
        const written = await createRole(creationOf(values));
        await refreshAccess(queryClient);
        closeNow(onClose);
        if (!written.done) return;
        notify.success(`${isolate(written.record.name)} created`);
        const id = roleIdOf(written.record.role_resource);
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

/** Changes a role; only what changed is sent, on top of what somebody else has changed since. */
export function EditRole({ id, role, onClose }: { id: number; role: Role; onClose(): void }) {
  const queryClient = useQueryClient();
  // What a change is compared with: the role as opened, or as somebody else has left it since.
  const [base, setBase] = useState(role);
  const [initial] = useState<Values>(() => ({
    name: role.name,
    description: role.description,
    adminGroup: role.admin_group.group_resource,
    grants: asGrants(role.features),
    groups: role.group_resources,
  }));
  return (
    <RoleDialog
      title={`Edit ${isolate(role.name)}`}
      initial={initial}
      creating={false}
      request={(values) => {
        const data = changesOf(base, values);
        if (Object.keys(data).length === 0) return undefined;
        return plannedRequest(rolesEndpoints.updateRole, { params: { id }, body: { data } });
      }}
      onClose={onClose}
      onSave={async (values) => {
        const { group_resources: groups, ...fields } = changesOf(base, values);
        if (Object.keys(fields).length === 0 && !groups) {
          notify.success('Nothing changed', `${isolate(role.name)} is as it was.`);
        } else {
          const current = await readRole(id);
          setBase(rebased(base, fields, current));
          refuseOverlap(base, fields, current);
          const written = await updateRole(id, role.name, {
            ...fields,
            ...(groups
              ? { group_resources: mergedMembers(base.group_resources, groups, current.group_resources) }
              : {}),
          });
          await refreshAccess(queryClient);
          if (written.done) notify.success(`${isolate(written.record.name)} saved`);
        }
        onClose();
      }}
    />
  );
}

function changesOf(base: Role, values: Values): RoleUpdate {
  const name = values.name.trim();
  const features = asBody(values.grants);
  const granted = asBody(asGrants(base.features));
  const sameGroups = values.groups.toSorted().join() === base.group_resources.toSorted().join();
  return {
    ...(name === base.name ? {} : { name }),
    ...(values.description === base.description ? {} : { description: values.description }),
    ...(JSON.stringify(features) === JSON.stringify(granted) ? {} : { features }),
    ...(sameGroups ? {} : { group_resources: [...values.groups] }),
  };
}

interface RoleDialogProps {
  title: string;
  initial: Values;
  creating: boolean;
  /** Tells what saving these values would send. */
  request(values: Values): PlannedRequest | undefined;
  onClose(): void;
  onSave(values: Values): Promise<void>;
}

const fieldNames = ['name', 'description', 'features', 'admin_group', 'group_resources'];

function RoleDialog({ title, initial, creating, request, onClose, onSave }: RoleDialogProps) {
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
          <WhatIsSent request={() => request(values)} />
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
