import { useMemo } from 'react';
import type { Role } from '../../../../contract/access/roles.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { featureOptions, grantText } from '../../../lib/privilege-text.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { fieldColumns } from '../../../data/record-fields.tsx';
import type { Filter } from '../../../ui/data-table/list-state.ts';
import type { Selected } from '../../../ui/data-table/selection.ts';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { ListPage } from '../list-page.tsx';
import { accessRoleOf } from '../../../data/access/model.ts';
import { roleFields, roleList, rolesQuery, roleRecords } from '../../../data/access/roles.ts';
import { codeColumn } from '../../../ui/data-table/time-column.tsx';
import { coveredGroupsText, RecordCell } from '../record-links.tsx';
import { RoleForm } from './role-form.tsx';
import { PrivilegeChips } from '../../../data/access/privilege-chips.tsx';
import { useQuery } from '@tanstack/react-query';
import { twinDetails } from '../../../lib/matches.ts';
import { DeleteRecords } from '../delete-records.tsx';

const filters: Filter<Role>[] = [
  {
    id: 'grants',
    label: 'Grants',
    options: featureOptions,
    valuesOf: ({ features: granted }) => granted.map(({ name }) => name),
  },
];

/** Lists all visible roles. */
export function RolesPage() {
  const columns = useColumns();
  const { loadNames } = useGroupDirectory();
  return (
    <ListPage
      title="Roles"
      help="console#manage-roles"
      kind={roleRecords}
      filters={filters}
      columns={columns}
      listOf={roleList}
      prepareExport={(roles) => loadNames(roles.flatMap((role) => role.group_resources))}
      renderForm={(form) => <RoleForm template={form.template} onClose={form.onClose} />}
      renderDeletion={(deletion) => <DeleteRoles {...deletion} />}
    />
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
          text: ({ features: granted }) => granted.map(grantText).join(', '),
          cell: (role) => <PrivilegeChips grants={role.features} />,
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
