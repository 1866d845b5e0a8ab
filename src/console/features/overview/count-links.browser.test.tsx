import { expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { CountLinks } from './count-links.tsx';

it('shows counts that may be incomplete as minimums, and none for what the service lacks', async () => {
  const groups = { count: 4, exact: false };
  const roles = { count: 1, exact: true };
  const users = { count: 1, exact: false };
  const screen = await renderInConsole(
    <CountLinks counts={{ groups, roles, users, providers: undefined }} />,
  );
  const links = screen.getByRole('link');
  await expect.element(links.first()).toHaveTextContent('At least 4 groups');
  expect(links.elements().map(({ textContent }) => textContent)).toEqual([
    'At least 4 groups',
    'At least 1 user',
    '1 role',
  ]);
});

it("doesn't praise a loss", async () => {
  const counts = { users: { count: 4, exact: true }, roles: { count: 2, exact: true } };
  const screen = await renderInConsole(
    <CountLinks
      counts={{ ...counts, groups: undefined, providers: undefined }}
      growth={{ users: 3, roles: -1 }}
    />,
  );
  const colorOf = (text: string) => getComputedStyle(screen.getByText(text, { exact: true }).element()).color;
  expect(colorOf('-1 this week')).toBe(colorOf('roles'));
  expect(colorOf('+3 this week')).not.toBe(colorOf('users'));
});
