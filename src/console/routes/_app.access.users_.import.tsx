import { createFileRoute } from '@tanstack/react-router';
import { importSearch } from '../lib/search-text.ts';
import { requireChanging } from '../data/service/rights.ts';
import { ImportPage } from '../features/configuration/configuration-page.tsx';

export const Route = createFileRoute('/_app/access/users_/import')({
  staticData: { title: 'Import users' },
  validateSearch: importSearch,
  remountDeps: ({ search }) => search,
  loader: () => requireChanging('group_admin'),
  component: UserImport,
});

function UserImport() {
  const { below } = Route.useSearch();
  return <ImportPage only="users" group={below} />;
}
