import { QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { gatewayQuery } from '../../data/session/queries.ts';
import { renderInConsole } from '../../../testing/render.tsx';
import { LostSession } from './lost-session.tsx';
import { queryClient } from '../../query-client.ts';

it.each([
  ['https://console.example', /, which requires https\. Open https:\/\/console\.example instead\.$/],
  [
    'http://console.example',
    /cookie\. Open http:\/\/console\.example instead, or allow cookies for this site\.$/,
  ],
  [location.origin, /cookie\. Allow cookies for this site, then sign in again\.$/],
])('says why a session was lost where %s is expected', async (publicOrigin, sentence) => {
  queryClient.clear();
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
      <LostSession />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence);
});
