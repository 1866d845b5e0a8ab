import { Box, Button, Group, Input, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  FeatureName,
  PrivilegeChip,
  PrivilegeChips,
  privilegeIcons,
  privilegeNote,
} from '../../../data/access/privilege-chips.tsx';
import { features, privileges, privilegeWords } from '../../../../contract/access/privileges.ts';
import {
  roleCreateBody,
  roleUpdateBody,
  type RoleCreate,
  type Role,
} from '../../../../contract/access/roles.ts';
import { featureLabel, featureText } from '../../../lib/privilege-text.ts';
import { granting, type PrivilegeOnGroup } from '../../../data/access/fixes.ts';
import { accessRoleOf } from '../../../data/access/model.ts';
import { rolesOfHolders, userRecords } from '../../../data/access/users.ts';
import { Name } from '../../../ui/name.tsx';
import { knownGrants, roleFields, roleRecords } from '../../../data/access/roles.ts';
import { useGroupDirectory, type GroupDirectory } from '../../../data/groups/group-directory.tsx';
import { notify } from '../../../data/notifications/notify.ts';
import { useRecordForm } from '../../../data/record-form.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { useNavigateHere } from '../../../data/use-navigate-here.ts';
import { isSame } from '../../../lib/changes-to.ts';
import { msg } from '../../../lib/text.ts';
import { closeNow, Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormShell } from '../../../ui/form-shell.tsx';
import { controlled, RecordInputs } from '../../../data/record-fields.tsx';
import { AccessEffect } from '../access-effect.tsx';
import { actionIn } from '../record-links.tsx';
import { GroupPicker, GroupsPicker } from '../group-picker.tsx';
import classes from '../access.module.css';

interface RoleFormProps {
  /** Absent for a new role. */
  role?: Role;
  /** What a new role is like at first, but for its name. */
  template?: Role | undefined;
  /** What it should grant, too. */
  proposed?: PrivilegeOnGroup | undefined;
  /** The user to assign a new role to. */
  assignTo?: Assignee | undefined;
  onClose(): void;
}

/** A user by their path and login. */
interface Assignee {
  path: string;
  login: string;
}

/** The values of a role's form, without features and privileges that the contract doesn't know. */
function toValues(role: Role) {
  return { ...role, admin_group: role.admin_group.group_resource, features: knownGrants(role.features) };
}

/** Creates a role and opens its page, or assigns it to a user; or edits one. A deleted one can be created again. */
export function RoleForm({ role, template, proposed, assignTo, onClose }: RoleFormProps) {
  const navigate = useNavigateHere();
  const groups = useGroupDirectory();
  const own = useSession().user.group.group_resource;
  const record = role && toValues(role);
  const offer = assignTo && proposed && offerOf(proposed, groups);
  const copied = template && { ...toValues(template), name: ['Copy of', template.name].join(' ') };
  const initial = record ??
    copied ?? {
      name: offer?.name ?? '',
      description: '',
      admin_group: own,
      features: [],
      group_resources: proposed ? [] : [own],
    };
  const proposal =
    proposed &&
    granting({ grants: initial.features, groups: initial.group_resources }, proposed, groups.chainOf);
  const { read, create, update, refresh } = roleRecords;
  const path = role?.role_resource ?? '';
  const { form, values, errors, creating, shell } = useRecordForm({
    noun: 'role',
    fields: roleFields,
    initial: {
      ...initial,
      ...(proposal && {
        features: knownGrants(proposal.grants),
        group_resources: [...proposal.groups],
      }),
    },
    create: {
      schema: roleCreateBody,
      plan: create,
      onCreated: async ({ done, record: { role_resource: newPath } = {} }, { name }) => {
        closeNow(onClose);
        if (done && !assignTo) notify.success(msg`${name} created`);
        if (newPath !== undefined && assignTo) await assign(newPath, name, assignTo);
        else if (newPath !== undefined) await navigate({ to: `/access${newPath}` });
        await refresh(newPath);
      },
    },
    edit: role &&
      record && {
        schema: roleUpdateBody,
        record,
        name: role.name,
        lists: ['group_resources'],
        read: async () => toValues(await read(path)),
        plan: (data) => update(path, role.name, data),
      },
    refresh: () => refresh(path),
    onClose,
  });
  // Those that the form doesn't know stay, unless others change.
  const grants = role && isSame(values.features, record?.features) ? role.features : values.features;
  const [unfolded, setUnfolded] = useState(false);
  // What's wrong is seen.
  const isFolded = offer && !unfolded && Object.keys(errors).every((name) => name === 'name');
  return (
    <Dialog
      size={isFolded ? 480 : 'lg'}
      title={
        offer && assignTo
          ? msg`Let ${assignTo.login} ${offer.what}`
          : role
            ? msg`Edit ${role.name}`
            : 'New role'
      }
      onClose={shell.onCancel}
    >
      <FormShell
        {...shell}
        {...(offer && { action: 'Create and assign' })}
        extraAction={isFolded && <Button onClick={() => setUnfolded(true)}>More settings</Button>}
      >
        <RecordInputs
          fields={isFolded ? { name: roleFields.name } : roleFields}
          form={form}
          focus={offer || template ? 'selected' : proposed && 'none'}
          inputs={{
            admin_group: creating && (
              <GroupPicker
                label={roleFields.admin_group.label}
                description="Anyone who can change users and roles in this group can change the role. Can't be changed later."
                required
                {...controlled(form, 'admin_group')}
              />
            ),
            group_resources: (
              <GroupsPicker
                label={roleFields.group_resources.label}
                description="These groups and all their subgroups."
                {...controlled(form, 'group_resources')}
              />
            ),
            features: (
              <FeaturesField
                {...controlled(form, 'features')}
                groups={form.getValues('group_resources')}
                proposed={role && proposed?.required.feature}
              />
            ),
          }}
        />
        {offer && (
          <Text>
            <PrivilegeChips grants={values.features} most={3} /> on{' '}
            {msg`${values.group_resources.map(groups.nameOf)}`} and its subgroups
          </Text>
        )}
        {offer && assignTo ? (
          <Text>
            Will be assigned to <Name>{assignTo.login}</Name>
          </Text>
        ) : (
          <AccessEffect
            path={path}
            was={creating || !role ? undefined : accessRoleOf(role)}
            will={{
              path,
              name: values.name,
              description: '',
              administrator: values.admin_group,
              grants,
              groups: values.group_resources,
            }}
            load={async () => (creating ? [] : rolesOfHolders(path))}
          />
        )}
      </FormShell>
    </Dialog>
  );
}

/** What a proposed role allows, "change groups in EMEA", and its name, "EMEA groups". */
function offerOf({ required, group }: PrivilegeOnGroup, groups: GroupDirectory) {
  const { feature, privilege } = required;
  const name = groups.nameOf(group);
  // OIDC configurations are in no group, and an unknown name is a path.
  const isPlain = feature === 'palisade' || name === group;
  const text = isPlain ? featureLabel(feature) : [name, featureText(feature)].join(' ');
  return {
    what: actionIn({ required, group }, groups),
    name: privilege === 'ro' ? `${text} (view)` : text,
  };
}

/** Assigns a new role to a user. */
async function assign(role: string, name: string, { path, login }: Assignee): Promise<void> {
  try {
    const { role_resources: held } = await userRecords.read(path);
    await userRecords.update(path, login, { role_resources: [...held, role] }).send();
    notify.success(msg`${name} created and assigned to ${login}`);
  } catch (error) {
    notify.error(msg`${name} created, but couldn't assign it to ${login}`, error);
  }
  await userRecords.refresh(path);
}

type Grants = RoleCreate['features'];

interface FeaturesFieldProps {
  value: Grants;
  /** Paths of the groups that the role applies to. */
  groups: readonly string[];
  /** The feature whose privilege was filled in: it's what to look at first. */
  proposed: string | undefined;
  error: string | undefined;
  onChange(grants: Grants): void;
}

/** The same function in every render: React calls it once. */
const scrollTo = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'center' });

/** Selects the privilege on every feature. Those that the user doesn't hold on all the groups are disabled. */
function FeaturesField({ value: grants, groups, proposed, error, onChange }: FeaturesFieldProps) {
  const { holdsOn } = useSession();
  const directory = useGroupDirectory();
  const notHeld = (feature: string, privilege: string) =>
    groups.find((path) => !holdsOn(feature, privilege, directory.chainOf(path).paths));
  const grantOf = (feature: string) => grants.find(({ name }) => name === feature)?.privilege;
  const set = (feature: Grants[number]['name'], choice: string | null) => {
    const privilege = privileges.find((known) => known === choice);
    const rest = grants.filter(({ name }) => name !== feature);
    onChange(privilege ? [...rest, { name: feature, privilege }] : rest);
  };
  return (
    <Input.Wrapper labelElement="div" label="Grants" error={error}>
      <Stack gap={0} fz={13}>
        {features.map((feature) => {
          const missing = notHeld(feature, 'ro');
          const note = privilegeNote({ name: feature, privilege: grantOf(feature) ?? '' });
          const readOnly = missing === undefined ? notHeld(feature, 'rw') : undefined;
          return (
            <Group
              key={feature}
              justify="space-between"
              py={6}
              className={classes.grant}
              // Its input gets the focus, which doesn't scroll the dialog to it.
              {...(feature === proposed && { ref: scrollTo })}
            >
              <Box flex="1 1 240px">
                <FeatureName name={feature} />
                {(missing ?? readOnly) !== undefined && (
                  <Text size="xs" c="dimmed">
                    {msg`You can${missing === undefined ? ' only' : "'t"} view this on ${directory.nameOf(missing ?? readOnly ?? '')}`}
                  </Text>
                )}
                {note && <Text size="xs">{note}</Text>}
              </Box>
              <Select
                w={{ base: '100%', xs: 190 }}
                aria-label={`Privilege on ${featureLabel(feature)}`}
                data-autofocus={feature === proposed || undefined}
                allowDeselect={false}
                value={grantOf(feature) ?? ''}
                disabled={missing !== undefined && grantOf(feature) === undefined}
                data={[
                  { value: '', label: 'Not granted' },
                  ...privileges.map((privilege) => ({
                    value: privilege,
                    label: privilegeWords.get(privilege) ?? privilege,
                    disabled: notHeld(feature, privilege) !== undefined,
                  })),
                ]}
                leftSection={privilegeIcons.get(grantOf(feature) ?? '')}
                renderOption={({ option: { value, label } }) =>
                  value === '' ? label : <PrivilegeChip privilege={value} />
                }
                onChange={(choice) => set(feature, choice)}
              />
            </Group>
          );
        })}
      </Stack>
    </Input.Wrapper>
  );
}
