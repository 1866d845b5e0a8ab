import { createFileRoute, redirect } from '@tanstack/react-router';

/** The address that it had before. */
export const Route = createFileRoute('/_app/imports')({
  beforeLoad: () => redirect({ to: '/groups/import', throw: true }),
});
