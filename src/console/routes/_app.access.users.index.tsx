import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { UsersPage } from '../features/access/users/users-page.tsx';

const text = z.catch(z.optional(z.coerce.string()), undefined);

export const Route = createFileRoute('/_app/access/users/')({
  staticData: { title: 'Users', feature: 'user management' },
  validateSearch: z.object({
    q: text,
    sort: text,
    group: z.catch(z.optional(z.coerce.number().check(z.int(), z.nonnegative())), undefined),
  }),
  component: UsersRoute,
});

function UsersRoute() {
  const { group, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <UsersPage
      key={group ?? 'all'}
      search={search}
      group={group}
      // Results are shown from the top: the router would restore the scroll position.
      onSearch={({ q, sort }) =>
        void navigate({ search: { group, q: q || undefined, sort }, replace: true, resetScroll: false })
      }
    />
  );
}
