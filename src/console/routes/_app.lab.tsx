import { createFileRoute } from '@tanstack/react-router';
import { labDataQuery } from '../features/lab/data-queries.ts';
import { LabPage } from '../features/lab/lab-page.tsx';
import { labQuery } from '../features/lab/queries.ts';

export const Route = createFileRoute('/_app/lab')({
  staticData: { title: 'Lab', feature: 'the Lab' },
  loader: async ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(labDataQuery());
    await queryClient.ensureQueryData(labQuery());
  },
  component: LabPage,
});
