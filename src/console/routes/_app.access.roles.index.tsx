import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { searchText } from '../lib/search-text.ts';
import { pageQuery } from '../data/access/record-pages.ts';
import { roleList } from '../data/access/roles.ts';
import { listSearch } from './-load-record.ts';
import { RolesPage } from '../features/access/roles/roles-page.tsx';

export const Route = createFileRoute('/_app/access/roles/')({
  staticData: { title: 'Roles', feature: 'role management' },
  validateSearch: z.object({ q: searchText, sort: searchText }),
  // A new search keeps the page and its current rows.
  shouldReload: false,
  loader: ({ context, location }) =>
    context.queryClient.ensureQueryData(pageQuery(roleList(listSearch(location)), 0)),
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
