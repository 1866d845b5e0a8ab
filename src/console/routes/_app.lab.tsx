import { createFileRoute } from '@tanstack/react-router';
import { labDataQuery, labQuery } from '../features/lab/queries.ts';
import { searchTexts } from '../lib/search-text.ts';
import { briefly, loadSection } from './-load-record.ts';
import { LabPage } from '../features/lab/lab-page.tsx';
import { queryClient } from '../query-client.ts';

export const Route = createFileRoute('/_app/lab')({
  staticData: { title: 'Lab' },
  // The list of snapshots.
  validateSearch: searchTexts('q', 'sort'),
  loader: async () => {
    const section = loadSection(labDataQuery);
    await queryClient.ensureQueryData(labQuery);
    await briefly(section);
  },
  component: LabPage,
});
