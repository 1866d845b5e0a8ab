import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute, Outlet, redirect, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { isStatus } from '../api/errors.ts';
import { useFindGroups } from '../features/groups/use-find-groups.ts';
import { SessionGuard } from '../features/session/session-guard.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { notify } from '../notifications/notify.ts';
import { tellOtherTabs } from '../session/channel.ts';
import { authenticationQuery, signOut } from '../session/queries.ts';

export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(authenticationQuery());
    } catch (error) {
      if (!isStatus(error, 401)) throw error;
      throw redirect({ to: '/sign-in', search: { return_to: location.href }, replace: true });
    }
  },
  component: AppRoute,
});

function AppRoute() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const findGroups = useFindGroups();
  const leave = useCallback(() => {
    void navigate({ to: '/sign-in' }).then(() => queryClient.clear());
  }, [navigate, queryClient]);
  const onSignOut = async () => {
    try {
      const result = await signOut();
      tellOtherTabs({ type: 'signed-out' });
      leave();
      if (result === 'cookie cleared') {
        notify.success('Signed out of this browser', "The service's session lives on until it expires.");
      }
    } catch (error) {
      notify.error('You are still signed in', error);
    }
  };
  return (
    <SessionGuard onSignedOut={leave}>
      <Shell onSignOut={() => void onSignOut()} findGroups={findGroups}>
        <Outlet />
      </Shell>
    </SessionGuard>
  );
}
