import { createFileRoute } from '@tanstack/react-router';
import { RecordNotFound } from '../features/access/record-page.tsx';
import { roleQuery } from '../data/access/roles.ts';
import { loadRecord } from './-load-record.ts';
import { RolePage } from '../features/access/roles/role-page.tsx';
import { recordId } from '../lib/record-id.ts';

export const Route = createFileRoute('/_app/access/roles/$roleId')({
  staticData: { title: 'Role' },
  params: {
    parse: ({ roleId }) => ({ roleId: recordId(roleId) }),
  },
  loader: ({ context, params }) => loadRecord(context.queryClient, roleQuery(Number(params.roleId))),
  notFoundComponent: RoleNotFound,
  component: RoleRoute,
});

function RoleRoute() {
  const { roleId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <RolePage
      key={roleId}
      id={Number(roleId)}
      onDeleted={() => void navigate({ to: '/access/roles', replace: true })}
    />
  );
}

function RoleNotFound() {
  return <RecordNotFound list="/access/roles" what={`Role ${Route.useParams().roleId}`} />;
}
