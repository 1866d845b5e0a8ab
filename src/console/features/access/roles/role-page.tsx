import { List, Table, Text } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Role } from '../../../../contract/access/roles.ts';
import { count, formatNumber } from '../../../lib/text.ts';
import { DeleteDialog } from '../../../data/delete-dialog.tsx';
import { useVisit } from '../../../data/places/places.ts';
import { useService } from '../../../data/service/use-service.ts';
import { Copyable } from '../../../ui/copyable.tsx';
import { Detail, DetailList } from '../../../ui/detail-list.tsx';
import { accessRoleOf } from '../../../data/access/model.ts';
import { Privilege } from '../privilege.tsx';
import { useEditability } from '../use-editability.ts';
import { refreshAccess } from '../../../data/access/refresh.ts';
import { deleteRole, readRole, roleFields, roleQuery } from '../../../data/access/roles.ts';
import { CoveredGroupLinks, GroupLink } from '../record-links.tsx';
import { RecordPage } from '../record-page.tsx';
import { Section } from '../../../ui/section.tsx';
import { TextDetails } from '../../../data/record-fields.tsx';
import { RoleForm, type ProposedGrant } from './role-form.tsx';

interface RolePageProps {
  id: number;
  /** What to add to the role: opens the form with it. */
  proposed: ProposedGrant | undefined;
  /** Called when that form is closed. */
  onProposed(): void;
  onDeleted(): Promise<void>;
  /** Its history. @param canEdit whether the signed-in user can edit it */
  renderHistory(role: Role, canEdit: boolean): ReactNode;
}

/** One role: what it grants, where, and to whom. */
export function RolePage({ id, proposed, onProposed, onDeleted, renderHistory }: RolePageProps) {
  const { data: role } = useSuspenseQuery(roleQuery(id));
  useVisit(`/access/roles/${id}`, role.name);
  const administrator = role.admin_group.group_resource;
  const editability = useEditability(role.role_resource, administrator, [accessRoleOf(role)]);
  const { mayEdit, canEdit, lock } = editability;
  const [dialog, setDialog] = useState<'edit' | 'delete' | undefined>(lock || !proposed ? undefined : 'edit');
  const close = () => {
    setDialog(undefined);
    if (proposed) onProposed();
  };
  return (
    <RecordPage
      list="/access/roles"
      title={role.name}
      path={role.role_resource}
      editability={editability}
      actions={[
        { id: 'edit-role', label: 'Edit role', run: () => setDialog('edit') },
        { id: 'delete-role', label: 'Delete role', danger: true, run: () => setDialog('delete') },
      ]}
    >
      {role.description !== '' && (
        <Text size="md" className="wrap">
          {role.description}
        </Text>
      )}
      <DetailList>
        <TextDetails fields={roleFields} record={role} except={['name', 'description']} />
        <Detail name={roleFields.group_resources.label}>
          <CoveredGroupLinks role={accessRoleOf(role)} />
        </Detail>
        <Detail name={roleFields.admin_group.label}>
          <GroupLink path={role.admin_group.group_resource} name={role.admin_group.name} />
        </Detail>
        <Detail name="Path">
          <Copyable value={role.role_resource} label="role path" />
        </Detail>
      </DetailList>
      <Grants role={role} />
      <RoleUsers role={role} />
      {renderHistory(role, canEdit)}
      {dialog === 'edit' && mayEdit && <RoleForm id={id} role={role} proposed={proposed} onCancel={close} />}
      {dialog === 'delete' && <DeleteRole id={id} role={role} onClose={close} onDeleted={onDeleted} />}
    </RecordPage>
  );
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
              <code translate="no" key="feature">
                {name}
              </code>,
              <Privilege key="privilege" of={[privilege]} />,
            ]),
          }}
        />
      )}
    </Section>
  );
}

const maxUsers = 50;

function RoleUsers({ role }: { role: Role }) {
  return (
    <Section id="users" title="Users">
      {role.users.length === 0 && <Text>No users visible to you</Text>}
      {role.users.length > 0 && (
        <>
          <Text>{count(role.users.length, 'user')}</Text>
          <List size="sm">
            {role.users.slice(0, maxUsers).map((login) => (
              <List.Item key={login}>
                <Link to="/access/users" search={{ q: login }} translate="no">
                  {login}
                </Link>
              </List.Item>
            ))}
            {role.users.length > maxUsers && (
              <List.Item>and {formatNumber(role.users.length - maxUsers)} more</List.Item>
            )}
          </List>
        </>
      )}
    </Section>
  );
}

interface DeleteRoleProps {
  id: number;
  role: Role;
  onClose(): void;
  onDeleted(): Promise<void>;
}

function DeleteRole({ id, role, onClose, onDeleted }: DeleteRoleProps) {
  const queryClient = useQueryClient();
  const { embedded } = useService();
  const userCount = role.users.length;
  return (
    <DeleteDialog
      name={role.name}
      remove={() => deleteRole(id, role.name)}
      read={() => readRole(id)}
      onDeleted={onDeleted}
      refresh={() => refreshAccess(queryClient)}
      onClose={onClose}
    >
      <Text size="md">
        {embedded && userCount === 0 && 'No visible user has this role. '}
        {userCount > 0 && `${count(userCount, 'user')} ${userCount === 1 ? 'has' : 'have'} this role. `}
        {embedded && userCount > 0 && 'They lose its privileges immediately. '}
        This can't be undone.
      </Text>
    </DeleteDialog>
  );
}
