import { expect, it } from 'vitest';
import { gatewayQuery } from '../../data/session/queries.ts';
import { renderInConsole } from '../../../testing/render.tsx';
import { gatewayInfo } from '../../../testing/setups/gateway-info.ts';
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
  queryClient.setQueryData(gatewayQuery.queryKey, { ...gatewayInfo, public_origin: publicOrigin });
  const screen = await renderInConsole(<LostSession />);
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence);
});
