import { createFileRoute, Outlet } from '@tanstack/react-router';
import { GroupDirectoryProvider } from '../data/groups/group-directory.tsx';

export const Route = createFileRoute('/_app/access')({
  staticData: { title: 'Access' },
  component: AccessRoute,
});

function AccessRoute() {
  return (
    <GroupDirectoryProvider>
      <Outlet />
    </GroupDirectoryProvider>
  );
}
