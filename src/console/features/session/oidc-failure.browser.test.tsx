import { expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { OidcFailure } from './oidc-failure.tsx';

it('says why a sign-in failed, and what to do', async () => {
  const screen = await renderInConsole(<OidcFailure code="client_refused" oidcOp="1" reference="BKTMRWQP" />);
  const alert = screen.getByRole('alert');
  await expect.element(alert).toHaveTextContent('Client ID or secret rejected.');
  await expect.element(alert).toHaveTextContent('For administrators: Replace the client secret');
  await expect.element(alert).toHaveTextContent('Code: client_refused. Reference: BKTMRWQP');
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
