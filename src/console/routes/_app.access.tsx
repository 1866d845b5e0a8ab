import { createFileRoute, Outlet } from '@tanstack/react-router';
import { AccessLayout } from '../features/access/access-layout.tsx';
import { useLoadedGroups } from './-loaded-groups.ts';

export const Route = createFileRoute('/_app/access')({
  staticData: { title: 'Access' },
  component: AccessRoute,
});

function AccessRoute() {
  return (
    <AccessLayout groups={useLoadedGroups()}>
      <Outlet />
    </AccessLayout>
  );
}
