import { rolePath } from '../../contract/access/roles.ts';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { searchText } from '../lib/search-text.ts';
import { RecordNotFound } from '../features/shell/page-errors.tsx';
import { recordChangesQuery } from '../data/activity/logs.ts';
import { roleQuery, rolesQuery } from '../data/access/roles.ts';
import { useIsGone } from '../data/use-is-gone.ts';
import { briefly, loadRecord, loadSection } from './-load-record.ts';
import { History } from '../features/activity/history/history.tsx';
import { RolePage } from '../features/access/roles/role-page.tsx';
import { recordId } from '../lib/record-id.ts';

export const Route = createFileRoute('/_app/access/roles/$roleId')({
  staticData: { title: 'Role' },
  params: { parse: ({ roleId }) => ({ roleId: recordId(roleId) }) },
  // What to add to the role: its form opens with it.
  validateSearch: z.object({
    tab: searchText,
    feature: searchText,
    privilege: searchText,
    group: searchText,
  }),
  loader: async ({ params }) => {
    const id = Number(params.roleId);
    const sections = [loadSection(rolesQuery), loadSection(recordChangesQuery(rolePath(id)))];
    await loadRecord(roleQuery(id));
    await briefly(...sections);
  },
  notFoundComponent: RoleNotFound,
  component: RoleRoute,
});

function RoleRoute() {
  const { roleId } = Route.useParams();
  if (useIsGone(roleQuery(Number(roleId)))) return <RoleNotFound />;
  return (
    <RolePage
      key={roleId}
      id={Number(roleId)}
      renderHistory={({ name }, canEdit) => (
        <History resource={rolePath(Number(roleId))} name={name} canRestore={canEdit} />
      )}
    />
  );
}

function RoleNotFound() {
  return <RecordNotFound list="/access/roles" noun="Role" id={Route.useParams().roleId} />;
}
