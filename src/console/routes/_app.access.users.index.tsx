import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { UsersPage } from '../features/access/users-page.tsx';

export const Route = createFileRoute('/_app/access/users/')({
  staticData: { title: 'Users' },
  validateSearch: z.object({ q: z.catch(z.optional(z.coerce.string()), undefined) }),
  component: UsersRoute,
});

function UsersRoute() {
  const { q = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <UsersPage
      search={q}
      // What is found is shown from its beginning: the router would go on where the list was scrolled to.
      onSearch={(text) =>
        void navigate({ search: text === '' ? {} : { q: text }, replace: true, resetScroll: false })
      }
    />
  );
}
