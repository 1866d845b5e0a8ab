import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { RolesPage } from '../features/access/roles/roles-page.tsx';

const text = z.catch(z.optional(z.coerce.string()), undefined);

export const Route = createFileRoute('/_app/access/roles/')({
  staticData: { title: 'Roles', feature: 'role management' },
  validateSearch: z.object({ q: text, sort: text }),
  component: RolesRoute,
});

function RolesRoute() {
  const navigate = Route.useNavigate();
  return (
    <RolesPage
      search={Route.useSearch()}
      // Results are shown from the top: the router would restore the scroll position.
      onSearch={({ q, sort }) =>
        void navigate({ search: { q: q || undefined, sort }, replace: true, resetScroll: false })
      }
    />
  );
}
