import { createFileRoute, redirect } from '@tanstack/react-router';

/** The former address of the page, in links that users have sent to each other. */
export const Route = createFileRoute('/_app/access/why')({
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/access/can', search, replace: true });
  },
});
