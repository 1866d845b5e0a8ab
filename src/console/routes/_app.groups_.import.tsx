import { createFileRoute } from '@tanstack/react-router';
import { importSearch } from '../lib/search-text.ts';
import { requireChanging } from '../data/service/rights.ts';
import { ImportPage } from '../features/configuration/configuration-page.tsx';

export const Route = createFileRoute('/_app/groups_/import')({
  staticData: { title: 'Import groups' },
  validateSearch: importSearch,
  remountDeps: ({ search }) => search,
  loader: () => requireChanging('group'),
  component: GroupImport,
});

function GroupImport() {
  const { below } = Route.useSearch();
  return <ImportPage only="groups" group={below} />;
}
