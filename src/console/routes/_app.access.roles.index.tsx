import { createFileRoute } from '@tanstack/react-router';
import { listTexts } from '../lib/search-text.ts';
import { pageQuery } from '../data/service/record-pages.ts';
import { roleList } from '../data/access/roles.ts';
import { listSearch } from './-load-record.ts';
import { RolesPage } from '../features/access/roles/roles-page.tsx';
import { queryClient } from '../query-client.ts';

export const Route = createFileRoute('/_app/access/roles/')({
  staticData: { title: 'Roles' },
  validateSearch: listTexts('grants'),
  // A new search keeps the page and its current rows.
  shouldReload: false,
  loader: ({ location }) => queryClient.ensureQueryData(pageQuery(roleList(listSearch(location)), 0)),
  component: RolesPage,
});
