import { createFileRoute } from '@tanstack/react-router';
import { listTexts } from '../lib/search-text.ts';
import { oidcOpsQuery } from '../data/oidc/providers.ts';
import { ProvidersPage } from '../features/oidc/list/providers-page.tsx';
import { queryClient } from '../query-client.ts';

export const Route = createFileRoute('/_app/oidc/')({
  staticData: { title: 'OIDC providers' },
  validateSearch: listTexts('last_test', 'sign_out'),
  loader: () => queryClient.ensureQueryData(oidcOpsQuery),
  component: ProvidersPage,
});
