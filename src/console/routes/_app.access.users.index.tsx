import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { listTexts } from '../lib/search-text.ts';
import { pageQuery } from '../data/service/record-pages.ts';
import { rolesQuery } from '../data/access/roles.ts';
import { userList } from '../data/access/users.ts';
import { RecordNotFound } from '../features/shell/page-errors.tsx';
import { listSearch, loadRecord } from './-load-record.ts';
import { UsersPage } from '../features/access/users/users-page.tsx';
import { queryClient } from '../query-client.ts';

export const Route = createFileRoute('/_app/access/users/')({
  staticData: { title: 'Users' },
  validateSearch: z.extend(listTexts('last_sign_in', 'password', 'provider', 'role', 'suspended'), {
    group: z.catch(z.optional(z.coerce.number().check(z.int(), z.nonnegative())), undefined),
    below: z.catch(z.optional(z.boolean()), undefined),
  }),
  loaderDeps: ({ search: { group, below } }) => ({ group, below }),
  // A new search keeps the page and its current rows.
  shouldReload: false,
  loader: async ({ deps: { group, below }, location }) => {
    void queryClient.prefetchQuery(rolesQuery);
    const firstPage = pageQuery(
      userList(group, listSearch(location), below, { last_sign_in: listSearch(location, 'last_sign_in') }),
      0,
    );
    if (group === undefined) await queryClient.ensureQueryData(firstPage);
    else await loadRecord(firstPage);
  },
  notFoundComponent: GroupNotFound,
  component: UsersPage,
  remountDeps: ({ search: { group } }) => ({ group }),
});

function GroupNotFound() {
  const { group } = Route.useSearch();
  return <RecordNotFound list="/access/users" noun="Group" id={group} address={`/groups/${group}`} />;
}
