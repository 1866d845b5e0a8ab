import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { searchText } from '../lib/search-text.ts';
import { pageQuery } from '../data/access/record-pages.ts';
import { rolesQuery } from '../data/access/roles.ts';
import { userList } from '../data/access/users.ts';
import { RecordNotFound } from '../features/access/record-page.tsx';
import { listSearch, loadRecord } from './-load-record.ts';
import { UsersPage } from '../features/access/users/users-page.tsx';

export const Route = createFileRoute('/_app/access/users/')({
  staticData: { title: 'Users', feature: 'user management' },
  validateSearch: z.object({
    q: searchText,
    sort: searchText,
    group: z.catch(z.optional(z.coerce.number().check(z.int(), z.nonnegative())), undefined),
  }),
  loaderDeps: ({ search: { group } }) => ({ group }),
  // A new search keeps the page and its current rows.
  shouldReload: false,
  loader: async ({ context: { queryClient }, deps: { group }, location }) => {
    void queryClient.prefetchQuery(rolesQuery());
    const firstPage = pageQuery(userList(group, listSearch(location)), 0);
    if (group === undefined) await queryClient.ensureQueryData(firstPage);
    else await loadRecord(queryClient, firstPage);
  },
  notFoundComponent: GroupNotFound,
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

function GroupNotFound() {
  return <RecordNotFound list="/access/users" what={`Group ${Route.useSearch().group ?? ''}`} />;
}
