import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { listSearch, searchText } from '../lib/search-text.ts';
import { oidcOpsQuery } from '../data/oidc/providers.ts';
import { ProvidersPage } from '../features/oidc/list/providers-page.tsx';
import { queryClient } from '../query-client.ts';

export const Route = createFileRoute('/_app/oidc/')({
  staticData: { title: 'OIDC providers' },
  validateSearch: z.object({ ...listSearch, last_test: searchText, sign_out: searchText }),
  loader: () => queryClient.ensureQueryData(oidcOpsQuery),
  component: ProvidersPage,
});
