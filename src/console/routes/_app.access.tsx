import { createFileRoute, Outlet } from '@tanstack/react-router';
import { AccessLayout } from '../features/access/access-layout.tsx';

export const Route = createFileRoute('/_app/access')({
  staticData: { title: 'Access' },
  component: AccessRoute,
});

function AccessRoute() {
  return (
    <AccessLayout>
      <Outlet />
    </AccessLayout>
  );
}
