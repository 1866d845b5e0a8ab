import { createFileRoute } from '@tanstack/react-router';
import { rolesQuery } from '../data/access/roles.ts';
import { userList } from '../data/access/users.ts';
import { allQuery } from '../data/service/record-pages.ts';
import { ReviewPage } from '../features/access/review/review-page.tsx';
import { listTexts } from '../lib/search-text.ts';
import { queryClient } from '../query-client.ts';

export const Route = createFileRoute('/_app/access/review')({
  staticData: { title: 'Access review' },
  validateSearch: listTexts('group', 'by', 'privilege', 'feature', 'role'),
  loader: async () => {
    // Not awaited: there may be very many.
    void queryClient.prefetchQuery(allQuery(userList(undefined, '')));
    await queryClient.ensureQueryData(rolesQuery);
  },
  component: ReviewPage,
});
