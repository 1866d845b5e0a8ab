import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { UsersPage } from '../features/access/users/users-page.tsx';

export const Route = createFileRoute('/_app/access/users/')({
  staticData: { title: 'Users', feature: 'user management' },
  validateSearch: z.object({
    q: z.catch(z.optional(z.coerce.string()), undefined),
    group: z.catch(z.optional(z.coerce.number().check(z.int(), z.nonnegative())), undefined),
  }),
  component: UsersRoute,
});

function UsersRoute() {
  const { q = '', group } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <UsersPage
      key={group ?? 'all'}
      search={q}
      group={group}
      // Results are shown from the top: the router would restore the scroll position.
      onSearch={(text) =>
        void navigate({
          search: (old) => ({ ...old, q: text || undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
