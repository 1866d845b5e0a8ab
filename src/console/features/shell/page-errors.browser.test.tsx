import { createMemoryHistory } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { ApiError } from '../../../client/errors.ts';
import { renderInConsole } from '../../../testing/render.tsx';
import { RouteError } from './page-errors.tsx';

it('links a rejection that names no privilege to My access, without a reload', async () => {
  const error = new ApiError('problem', 403, ['no entry']);
  const history = createMemoryHistory({ initialEntries: ['/groups'] });
  const screen = await renderInConsole(<RouteError error={error} reset={() => undefined} />, history);
  const alert = screen.getByRole('alert');
  await expect.element(alert).toHaveTextContent('no entry');
  await alert.getByRole('link', { name: 'View my access' }).click();
  await expect.poll(() => history.location.pathname).toBe('/access');
});
