import { Text, Input, Select, Table } from '@mantine/core';
import { privilegeNote } from '../../../data/access/privilege-chips.tsx';
import { satisfies, featureMeanings, features, privileges } from '../../../../contract/access/privileges.ts';
import {
  roleCreateBody,
  roleUpdateBody,
  type RoleCreate,
  type Role,
} from '../../../../contract/access/roles.ts';
import { userIdOf } from '../../../../contract/access/users.ts';
import { accessRoleOf } from '../../../data/access/model.ts';
import { knownGrants, roleFields, roleRecords } from '../../../data/access/roles.ts';
import { rolesOfHolders } from '../../../data/access/users.ts';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
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
import { GroupPicker, GroupsPicker } from '../group-picker.tsx';
import classes from '../access.module.css';
import { privilegeDescription } from '../feature-meanings.ts';

/** A privilege to fill in, and the group to add for it, by its path. */
export interface ProposedGrant {
  feature: string;
  privilege: string;
  group?: string | undefined;
}

interface RoleFormProps {
  /** Absent for a new role. */
  role?: Role;
  /** What a new role is like at first, but for its name. */
  template?: Role | undefined;
  /** What to add to its grants, or what a new one grants. */
  proposed?: ProposedGrant | undefined;
  /** The user to assign a new role to, by their path: their form opens next, with the role added. */
  assignTo?: string | undefined;
  /** Closes the form without leaving the page. */
  onCancel(): void;
  /** Closes the form before another page opens. */
  onClose?(): void;
}

/** The values of a role's form, without features and privileges that the contract doesn't know. */
function toValues(role: Role) {
  return { ...role, admin_group: role.admin_group.group_resource, features: knownGrants(role.features) };
}

/** Creates a role and opens its page or the form of the user to assign it to, or edits one. A deleted one can be created again. */
export function RoleForm(props: RoleFormProps) {
  const { role, template, proposed, assignTo, onCancel, onClose = onCancel } = props;
  const navigate = useNavigateHere();
  const groups = useGroupDirectory();
  const own = useSession().user.group.group_resource;
  const record = role && toValues(role);
  const where = groups.nameOf(proposed?.group ?? own);
  const copied = template && { ...toValues(template), name: msg`Copy of ${template.name}` };
  const initial = record ??
    copied ?? {
      name: proposed ? `${proposed.feature} ${proposed.privilege} on ${where}` : '',
      description: '',
      admin_group: own,
      features: [],
      group_resources: proposed ? [] : [own],
    };
  const { read, create, update, refresh } = roleRecords;
  const path = role?.role_resource ?? '';
  const open = (newPath: string | undefined) => {
    const assignee = userIdOf(assignTo ?? '');
    if (newPath === undefined) return onCancel();
    if (assignee === undefined) return navigate({ to: `/access${newPath}` });
    const params = { userId: String(assignee) };
    return navigate({
      to: '/access/users/$userId',
      params,
      search: { add_role: newPath },
      state: (old) => old,
    });
  };
  const { form, values, creating, shell } = useRecordForm({
    noun: 'role',
    fields: roleFields,
    initial: { ...initial, ...(proposed && withGrant(initial, proposed)) },
    create: {
      schema: roleCreateBody,
      plan: create,
      onCreated: async (created, { name }) => {
        closeNow(onClose);
        const newPath = created.record?.role_resource;
        if (created.done) notify.success(msg`${name} created`);
        await open(newPath);
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
    onClose: onCancel,
  });
  // Those that the form doesn't know stay, unless others change.
  const grants = role && isSame(values.features, record?.features) ? role.features : values.features;
  return (
    <Dialog size="lg" title={role ? msg`Edit ${role.name}` : 'New role'} onClose={shell.onCancel}>
      <FormShell {...shell}>
        <RecordInputs
          fields={roleFields}
          form={form}
          withoutFocus={proposed !== undefined}
          selected={template !== undefined}
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
                proposed={proposed?.feature}
              />
            ),
          }}
        />
        <AccessEffect
          path={path}
          was={creating || !role ? undefined : accessRoleOf(role)}
          will={{ ...accessRoleOf(role), grants, groups: values.group_resources }}
          load={async () => (creating ? [] : rolesOfHolders(path))}
        />
      </FormShell>
    </Dialog>
  );
}

/** The grants and groups of a form with a privilege added. */
function withGrant(
  values: Pick<RoleCreate, 'features' | 'group_resources'>,
  { feature, privilege, group }: ProposedGrant,
) {
  const granted = values.features.find(({ name }) => name === feature)?.privilege;
  const others = values.features.filter(({ name }) => name !== feature);
  // Names that the contract doesn't know are rejected when they're sent.
  const added = { name: feature, privilege } as RoleCreate['features'][number];
  return {
    features: satisfies(granted, privilege) ? values.features : [...others, added],
    group_resources: [...new Set([...values.group_resources, ...(group === undefined ? [] : [group])])],
  };
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
      <Table className={`${classes.matrix} ${classes.grants}`}>
        <Table.Tbody>
          {features.map((feature) => {
            const missing = notHeld(feature, 'ro');
            const note = privilegeNote({ name: feature, privilege: grantOf(feature) ?? '' });
            const readOnly = missing === undefined ? notHeld(feature, 'rw') : undefined;
            return (
              <Table.Tr
                key={feature}
                // Its input gets the focus, which doesn't scroll the dialog to it.
                {...(feature === proposed && { ref: scrollTo })}
              >
                <Table.Td>
                  <code translate="no">{feature}</code>
                  <Text size="xs" c="dimmed">
                    {missing !== undefined
                      ? msg`You don't have this on ${directory.nameOf(missing)}`
                      : readOnly !== undefined
                        ? msg`You only have ro on ${directory.nameOf(readOnly)}`
                        : featureMeanings.get(feature)}
                  </Text>
                  {note && <Text size="xs">{note}</Text>}
                </Table.Td>
                <Table.Td className={classes.choice}>
                  <Select
                    aria-label={`Privilege on ${feature}`}
                    data-autofocus={feature === proposed || undefined}
                    allowDeselect={false}
                    value={grantOf(feature) ?? ''}
                    disabled={missing !== undefined && grantOf(feature) === undefined}
                    data={[
                      { value: '', label: 'Not granted' },
                      ...privileges.map((privilege) => ({
                        value: privilege,
                        label: `${privilege}, ${privilegeDescription(privilege)}`,
                        disabled: notHeld(feature, privilege) !== undefined,
                      })),
                    ]}
                    onChange={(choice) => set(feature, choice)}
                  />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Input.Wrapper>
  );
}
