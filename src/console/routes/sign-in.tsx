import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { SignInPage } from '../features/session/sign-in-page.tsx';
import { gatewayQuery, oidcLoginsQuery } from '../data/session/queries.ts';
import { searchTexts } from '../lib/search-text.ts';
import { queryClient } from '../query-client.ts';

export const Route = createFileRoute('/sign-in')({
  validateSearch: z.extend(searchTexts('return_to', 'oidc_error', 'reference', 'oidc_op'), {
    signed_out: z.catch(z.optional(z.enum(['yes', 'here', 'reset'])), undefined),
  }),
  loader: () => {
    void queryClient.prefetchQuery(gatewayQuery);
    void queryClient.prefetchQuery(oidcLoginsQuery);
  },
  component: SignInPage,
});
