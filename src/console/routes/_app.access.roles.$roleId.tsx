import { createFileRoute } from '@tanstack/react-router';
import { searchTexts } from '../lib/search-text.ts';
import { RecordNotFound } from '../features/shell/page-errors.tsx';
import { recordChangesQuery } from '../data/activity/logs.ts';
import { roleRecords, rolesQuery } from '../data/access/roles.ts';
import { useIsGone } from '../data/use-is-gone.ts';
import { briefly, loadRecord, loadSection } from './-load-record.ts';
import { History } from '../features/activity/history/history.tsx';
import { RolePage } from '../features/access/roles/role-page.tsx';
import { recordId } from '../lib/record-id.ts';

export const Route = createFileRoute('/_app/access/roles/$roleId')({
  staticData: { title: 'Role' },
  params: { parse: ({ roleId }) => ({ roleId: recordId(roleId) }) },
  validateSearch: searchTexts('tab'),
  loader: async ({ params: { roleId } }) => {
    const path = `/roles/${roleId}`;
    const sections = [loadSection(rolesQuery), loadSection(recordChangesQuery(path))];
    await loadRecord(roleRecords.query(path));
    await briefly(...sections);
  },
  notFoundComponent: RoleNotFound,
  component: RoleRoute,
});

function RoleRoute() {
  const { roleId } = Route.useParams();
  const path = `/roles/${roleId}`;
  if (useIsGone(roleRecords.query(path))) return <RoleNotFound />;
  return (
    <RolePage
      key={path}
      path={path}
      renderHistory={({ name }, canEdit) => <History resource={path} name={name} canRestore={canEdit} />}
    />
  );
}

function RoleNotFound() {
  return <RecordNotFound list="/access/roles" noun="Role" id={Route.useParams().roleId} />;
}
