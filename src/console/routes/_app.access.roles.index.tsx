import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { pageQuery } from '../data/access/record-pages.ts';
import { roleList } from '../data/access/roles.ts';
import { RolesPage } from '../features/access/roles/roles-page.tsx';

const text = z.catch(z.optional(z.coerce.string()), undefined);
const searchSchema = z.object({ q: text, sort: text });

export const Route = createFileRoute('/_app/access/roles/')({
  staticData: { title: 'Roles', feature: 'role management' },
  validateSearch: searchSchema,
  // A new search keeps the page and its current rows.
  shouldReload: false,
  loader: ({ context, location }) => {
    const { q = '' } = searchSchema.parse(location.search);
    return context.queryClient.ensureQueryData(pageQuery(roleList(q), 0));
  },
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
