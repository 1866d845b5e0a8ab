import { createRootRoute, Outlet } from '@tanstack/react-router';
import { CopyByHand } from '../ui/copying.tsx';

export const Route = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <CopyByHand />
    </>
  ),
});
