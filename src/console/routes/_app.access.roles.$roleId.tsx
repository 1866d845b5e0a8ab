import { createFileRoute, notFound } from '@tanstack/react-router';
import { RolePage } from '../features/access/roles/role-page.tsx';

export const Route = createFileRoute('/_app/access/roles/$roleId')({
  staticData: { title: 'Role' },
  params: {
    parse: ({ roleId }) => {
      if (!/^(?:0|[1-9]\d{0,9})$/.test(roleId)) throw notFound();
      return { roleId };
    },
  },
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
