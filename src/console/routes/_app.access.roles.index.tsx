import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { RolesPage } from '../features/access/roles/roles-page.tsx';

export const Route = createFileRoute('/_app/access/roles/')({
  staticData: { title: 'Roles', feature: 'role management' },
  validateSearch: z.object({ q: z.catch(z.optional(z.coerce.string()), undefined) }),
  component: RolesRoute,
});

function RolesRoute() {
  const { q = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <RolesPage
      search={q}
      // Results are shown from the top: the router would restore the scroll position.
      onSearch={(text) =>
        void navigate({ search: text === '' ? {} : { q: text }, replace: true, resetScroll: false })
      }
    />
  );
}
