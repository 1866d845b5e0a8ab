import { QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { gatewayQuery, oidcLoginsQuery } from '../../../data/session/queries.ts';
import { renderInConsole } from '../../../../testing/render.tsx';
import { RedirectUri } from './redirect-uri.tsx';
import { queryClient } from '../../../query-client.ts';

it.each([
  ['http://localhost:8080', 'console.example', true],
  ['https://127.0.0.1:8080', 'console.example', true],
  ['http://localhost:8080', 'localhost', false],
  ['http://localhost:8080', '127.0.0.1', false],
  ['https://console.example', 'console.example', false],
])('with PUBLIC_URL %s, a page opened at %s warns: %s', async (publicOrigin, pageHost, warns) => {
  queryClient.clear();
  queryClient.setQueryData(oidcLoginsQuery.queryKey, []);
  queryClient.setQueryData(gatewayQuery.queryKey, {
    product_version: 'test',
    public_origin: publicOrigin,
    mode: 'embedded',
    service_host: '',
    service_tls: 'none',
    certificate_expires_at: '',
    ignores_forwarded: false,
    demo_sign_ins: [],
    lab: false,
  });
  const screen = await renderInConsole(
    <QueryClientProvider client={queryClient}>
      <RedirectUri pageHost={pageHost} />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText(`${publicOrigin}/api/oidc_logins/callback`)).toBeVisible();
  const warning = screen.getByRole('alert', { name: 'Sign-ins would return to localhost' });
  expect(warning.elements()).toHaveLength(warns ? 1 : 0);
});
