import { expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { OidcFailure } from './oidc-failure.tsx';

it.each([
  ['client_refused', 'Client ID or secret rejected.'],
  ['client_refused', 'For administrators: Replace the client secret'],
  ['client_refused', 'Code: client_refused. Reference: BKTMRWQP'],
  ['from_the_future', "a reason that this console doesn't know"],
  ['from_the_future', 'Code: from_the_future. Reference: BKTMRWQP'],
])('says why a sign-in failed, and what to do: %s', async (code, sentence) => {
  const screen = await renderInConsole(<OidcFailure code={code} oidcOp={undefined} reference="BKTMRWQP" />);
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence);
});
