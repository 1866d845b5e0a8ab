import { List, Table, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Role } from '../../../../contract/access/roles.ts';
import { count, formatNumber } from '../../../lib/text.ts';
import { DeleteRecord } from '../delete-records.tsx';
import { useChangeCount } from '../../../data/activity/use-log.ts';
import { ButtonLink } from '../../../ui/links/links.tsx';
import { useRecordTabs } from '../../../ui/links/record-tabs.tsx';
import { DetailList } from '../../../ui/detail-list.tsx';
import { accessRoleOf, topGroup, type AccessRole } from '../../../data/access/model.ts';
import { FeatureName, PrivilegeChip } from '../../../data/access/privilege-chips.tsx';
import { useEditability } from '../use-editability.ts';
import { roleNames, roleFields, roleRecords, rolesQuery } from '../../../data/access/roles.ts';
import { CoveredGroupLinks, GroupLink } from '../record-links.tsx';
import { RecordPage } from '../record-page.tsx';
import { Section } from '../../../ui/section.tsx';
import { textDetails } from '../../../data/record-fields.tsx';
import { RoleForm } from './role-form.tsx';

interface RolePageProps {
  path: string;
  /** Its history. @param canEdit whether the signed-in user can edit it */
  renderHistory(role: Role, canEdit: boolean): ReactNode;
}

/** One role: what it grants and where, to whom, and how it was changed. */
export function RolePage({ path, renderHistory }: RolePageProps) {
  const { data: role } = useSuspenseQuery(roleRecords.query(path));
  const access = accessRoleOf(role);
  const editability = useEditability(path, access.administrator, [access]);
  const { mayEdit, canEdit } = editability;
  const [tab, tabs] = useRecordTabs([
    { id: 'access', label: 'Access' },
    { id: 'users', label: 'Users', count: formatNumber(role.users.length) },
    { id: 'history', label: 'History', count: useChangeCount(path) },
  ]);
  return (
    <RecordPage
      kind={roleRecords}
      record={role}
      state={stateText(role)}
      editability={editability}
      actions={[
        {
          id: 'edit-role',
          label: 'Edit',
          render: (dialog) => mayEdit && <RoleForm role={role} {...dialog} />,
        },
        {
          id: 'duplicate-role',
          label: 'Duplicate',
          render: (dialog) => <RoleForm template={role} {...dialog} />,
        },
        {
          id: 'delete-role',
          label: 'Delete',
          danger: true,
          refusal: useDeletionRefusal(access),
          render: (dialog) => <DeleteRole role={role} {...dialog} />,
        },
      ]}
      details={
        <DetailList
          details={{
            ...textDetails(roleFields, role, 'name'),
            [roleFields.group_resources.label]: <CoveredGroupLinks role={access} />,
            [roleFields.admin_group.label]: (
              <GroupLink path={role.admin_group.group_resource} name={role.admin_group.name} />
            ),
          }}
        />
      }
      tabs={tabs}
    >
      {tab === 'access' && <Grants role={role} />}
      {tab === 'users' && <RoleUsers role={role} />}
      {tab === 'history' && renderHistory(role, canEdit)}
    </RecordPage>
  );
}

/** Why the service would refuse to delete a role, as far as is known here (docs/decisions.md, "Trust"). */
function useDeletionRefusal(role: AccessRole): string | undefined {
  const { data } = useQuery(rolesQuery);
  const administers = ({ groups, grants }: AccessRole) =>
    groups.includes(topGroup) &&
    grants.some(({ name, privilege }) => name === 'group_admin' && privilege === 'rw');
  if (!data?.complete || !administers(role)) return undefined;
  return data.roles.some((other) => other.path !== role.path && administers(other))
    ? undefined
    : "This is the last role that lets anyone manage users and roles in the Default group. It can't be deleted.";
}

function Grants({ role }: { role: Role }) {
  return (
    <Section id="grants" title="Grants">
      {role.features.length === 0 ? (
        <Text>No grants yet</Text>
      ) : (
        <Table
          data={{
            head: ['Feature', 'Privilege'],
            body: role.features.map(({ name, privilege }) => [
              <FeatureName key="feature" name={name} />,
              <PrivilegeChip key="privilege" privilege={privilege} />,
            ]),
          }}
        />
      )}
    </Section>
  );
}

const maxUsers = 50;

function stateText(role: Role): string {
  const { users } = role;
  return users.length > 0
    ? `Granted to ${count(users.length, 'user')}`
    : 'Not granted to any user that you can view';
}

function RoleUsers({ role }: { role: Role }) {
  return (
    <Section id="users" title="Users">
      {role.users.length === 0 && <Text>No users visible to you</Text>}
      {role.users.length > 0 && (
        <List style={{ columns: '12rem' }}>
          {role.users.slice(0, maxUsers).map((login) => (
            <List.Item key={login}>
              <Link to="/access/users" search={{ q: login }} translate="no">
                {login}
              </Link>
            </List.Item>
          ))}
        </List>
      )}
      {role.users.length > maxUsers && (
        <ButtonLink to="/access/users" search={{ role: role.role_resource }} mt={8}>
          Show all {formatNumber(role.users.length)} users
        </ButtonLink>
      )}
    </Section>
  );
}

function DeleteRole({ role, onClose }: { role: Role; onClose(): void }) {
  const { data } = useQuery(rolesQuery);
  const nameOf = roleNames(data?.roles ?? []);
  const userCount = role.users.length;
  return (
    <DeleteRecord kind={roleRecords} record={role} name={nameOf(accessRoleOf(role))} onClose={onClose}>
      {userCount === 0 && 'No visible user has this role. '}
      {userCount > 0 && `${count(userCount, 'user')} ${userCount === 1 ? 'has' : 'have'} this role. `}
      {userCount > 0 && 'They lose its privileges immediately. '}
    </DeleteRecord>
  );
}
