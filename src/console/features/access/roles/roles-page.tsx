import { Menu } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Role } from '../../../../contract/access/roles.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { msg } from '../../../lib/text.ts';
import { features } from '../../../../contract/access/privileges.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { fieldColumns } from '../../../data/record-fields.tsx';
import type { Filter } from '../../../ui/data-table/list-state.ts';
import type { Selected } from '../../../ui/data-table/selection.ts';
import { coveredGroupsText } from '../feature-meanings.ts';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { ListPage } from '../list-page.tsx';
import { accessRoleOf } from '../../../data/access/model.ts';
import { roleFields, roleList, rolesQuery, roleRecords } from '../../../data/access/roles.ts';
import { codeColumn } from '../../../ui/data-table/time-column.tsx';
import { RecordCell, RecordMenu } from '../record-links.tsx';
import { useNewRecord } from '../../../data/new-record.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useBackToAnswer } from '../../../data/access/checked-access.ts';
import { RoleForm } from './role-form.tsx';
import { PrivilegeChips } from '../../../data/access/privilege-chips.tsx';
import { useQuery } from '@tanstack/react-query';
import { twinDetails } from '../../../lib/matches.ts';
import { DeleteRecords } from '../delete-records.tsx';

const filters: Filter<Role>[] = [
  {
    id: 'grants',
    label: 'Grants',
    options: features.map((feature) => ({ value: feature, label: feature })),
    valuesOf: ({ features: granted }) => granted.map(({ name }) => name),
  },
];

const noProposal = { feature: undefined, privilege: undefined, group: undefined, assign_to: undefined };

/** Lists all visible roles. */
export function RolesPage() {
  const { feature, privilege, group, assign_to: assignTo } = useSearch({ from: '/_app/access/roles/' });
  const proposed =
    feature !== undefined && privilege !== undefined ? { feature, privilege, group } : undefined;
  const navigate = useNavigate({ from: '/access/roles/' });
  const leave = useBackToAnswer(
    () => void navigate({ search: (old) => ({ ...old, ...noProposal }), replace: true }),
  );
  const mayCreate = useSession().holds('group_admin', 'rw');
  const [creating, openForm, close] = useNewRecord('role');
  // The form has been left for the page of the user to assign the role to, which is about to open.
  const [left, setLeft] = useState(false);
  const open = (creating !== undefined || (proposed !== undefined && !left)) && mayCreate;
  const columns = useColumns();
  const { loadNames } = useGroupDirectory();
  const [deleting, setDeleting] = useState<Selected<Role>>();
  const [template, setTemplate] = useState<Role>();
  return (
    <ListPage
      title="Roles"
      help="console#manage-roles"
      noun="role"
      filters={filters}
      columns={columns}
      listOf={roleList}
      keyOf={roleRecords.pathOf}
      renderMenu={(role) => (
        <>
          <RecordMenu noun="role" path={role.role_resource} />
          {mayCreate && <Menu.Item onClick={() => setTemplate(role)}>Duplicate</Menu.Item>}
        </>
      )}
      prepareExport={(roles) => loadNames(roles.flatMap((role) => role.group_resources))}
      onDelete={mayCreate ? setDeleting : undefined}
      onNew={mayCreate ? openForm : undefined}
    >
      {open && (
        <RoleForm
          proposed={proposed}
          assignTo={proposed && assignTo}
          onClose={() => {
            close();
            setLeft(true);
          }}
          onCancel={() => {
            close();
            if (proposed) leave();
          }}
        />
      )}
      {template && <RoleForm template={template} onCancel={() => setTemplate(undefined)} />}
      {deleting && <DeleteRoles {...deleting} onClose={() => setDeleting(undefined)} />}
    </ListPage>
  );
}

function useColumns(): Column<Role>[] {
  const groups = useGroupDirectory();
  const { data } = useQuery(rolesQuery);
  return useMemo(() => {
    const details = twinDetails(data?.roles ?? [], 'name', 'path');
    const detailOf = new Map((data?.roles ?? []).map((role) => [role.path, details(role)]));
    return [
      ...fieldColumns<Role>(roleFields, {
        name: {
          cell: ({ role_resource: path, name }) => (
            <RecordCell path={path} name={name} detail={detailOf.get(path)} />
          ),
        },
        description: { minor: true },
        group_resources: { id: 'groups', text: (role) => coveredGroupsText(accessRoleOf(role), groups) },
        features: {
          verbatim: true,
          text: ({ features: granted }) =>
            granted.map(({ name, privilege }) => msg`${name} ${privilege}`).join(', '),
          cell: (role) => <PrivilegeChips grants={role.features} most={3} />,
        },
      }),
      codeColumn('path', 'Path', roleRecords.pathOf),
    ];
  }, [groups, data]);
}

/** Deletes several roles. */
function DeleteRoles(props: Selected<Role> & { onClose(): void }) {
  const { user: me } = useSession();
  /** Deleting roles takes one that grants it, and all that they grant. */
  const rankOf = ({ role_resource: path }: Role) => {
    const held = me.roles.find((role) => role.role_resource === path);
    if (!held) return 0;
    return held.features.some(({ name }) => name === 'group_admin') ? 2 : 1;
  };
  return (
    <DeleteRecords {...props} kind={roleRecords} own={{ rankOf, order: 'Your own roles come last' }}>
      Their users lose these privileges immediately.{' '}
    </DeleteRecords>
  );
}
