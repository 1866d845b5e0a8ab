import { Button } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Link, Outlet } from '@tanstack/react-router';
import { ApiError } from '../api/errors.ts';
import { ErrorView } from '../ui/error-view.tsx';
import { Page } from '../ui/page.tsx';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: () => (
    <Page title="There is no such page">
      <p>The address does not lead anywhere. Check it, or go to the groups.</p>
      <div>
        <Button renderRoot={(props) => <Link to="/groups" {...props} />}>Go to groups</Button>
      </div>
    </Page>
  ),
  errorComponent: ({ error, reset }) => (
    <Page title="This page could not be shown">
      <ErrorView
        title="What went wrong"
        detail={
          error instanceof ApiError ? error.detail : [error instanceof Error ? error.message : String(error)]
        }
        requestId={error instanceof ApiError ? error.requestId : undefined}
        onRetry={reset}
      />
    </Page>
  ),
});
