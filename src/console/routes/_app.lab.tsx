import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { labDataQuery, labQuery } from '../features/lab/queries.ts';
import { listSearch } from '../lib/search-text.ts';
import { LabPage } from '../features/lab/lab-page.tsx';

export const Route = createFileRoute('/_app/lab')({
  staticData: { title: 'Lab' },
  // The list of snapshots.
  validateSearch: z.object(listSearch),
  loader: async ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(labDataQuery());
    await queryClient.ensureQueryData(labQuery());
  },
  component: LabPage,
});
