import { expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { OidcFailure } from './oidc-failure.tsx';

it('says why a sign-in failed, at which step, and what to do', async () => {
  const screen = await renderInConsole(<OidcFailure code="client_refused" oidcOp="1" reference="BKTMRWQP" />);
  const alert = screen.getByRole('alert');
  await expect.element(alert).toHaveTextContent("rejected the service's client ID or secret");
  await expect.element(alert).toHaveTextContent('For administrators: Replace the client secret');
  await expect
    .element(alert)
    .toHaveTextContent('Step: token request. Code: client_refused. Reference: BKTMRWQP');
});

it("shows a code that this console doesn't know", async () => {
  const screen = await renderInConsole(
    <OidcFailure code="from_the_future" oidcOp={undefined} reference={undefined} />,
  );
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent("a reason that this console doesn't know");
  await expect.element(screen.getByRole('alert')).toHaveTextContent(/Code: from_the_future$/);
});
