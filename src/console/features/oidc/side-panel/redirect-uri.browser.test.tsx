import { expect, it } from 'vitest';
import { gatewayQuery, oidcLoginsQuery } from '../../../data/session/queries.ts';
import { renderInConsole } from '../../../../testing/render.tsx';
import { gatewayInfo } from '../../../../testing/setups/gateway-info.ts';
import { RedirectUri } from './redirect-uri.tsx';
import { queryClient } from '../../../query-client.ts';

it.each([
  ['http://localhost:8080', 'console.example', true],
  ['https://127.0.0.1:8080', 'console.example', true],
  ['http://localhost:8080', 'localhost', false],
  ['http://localhost:8080', '127.0.0.1', false],
  ['https://console.example', 'console.example', false],
])('with PUBLIC_URL %s, a page opened at %s warns: %s', async (publicOrigin, pageHost, warns) => {
  queryClient.setQueryData(oidcLoginsQuery.queryKey, []);
  queryClient.setQueryData(gatewayQuery.queryKey, { ...gatewayInfo, public_origin: publicOrigin });
  const screen = await renderInConsole(<RedirectUri pageHost={pageHost} />);
  await expect.element(screen.getByText(`${publicOrigin}/api/oidc_logins/callback`)).toBeVisible();
  const warning = screen.getByRole('alert', { name: 'Sign-ins would return to localhost' });
  expect(warning.elements()).toHaveLength(warns ? 1 : 0);
});
