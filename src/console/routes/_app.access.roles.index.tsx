import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { RolesPage } from '../features/access/roles/roles-page.tsx';

export const Route = createFileRoute('/_app/access/roles/')({
  staticData: { title: 'Roles' },
  validateSearch: z.object({ q: z.catch(z.optional(z.coerce.string()), undefined) }),
  component: RolesRoute,
});

function RolesRoute() {
  const { q = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <RolesPage
      search={q}
      // What is found is shown from its beginning: the router would go on where the list was scrolled to.
      onSearch={(text) =>
        void navigate({ search: text === '' ? {} : { q: text }, replace: true, resetScroll: false })
      }
    />
  );
}
