import { expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { CountLinks } from './count-links.tsx';

it('shows no count of what the service lacks', async () => {
  const screen = await renderInConsole(
    <CountLinks counts={{ groups: 4, roles: 1, users: 1, providers: undefined }} />,
  );
  const links = screen.getByRole('link');
  await expect.element(links.first()).toHaveTextContent('4 groups');
  expect(links.elements().map(({ textContent }) => textContent)).toEqual(['4 groups', '1 user', '1 role']);
});

it("doesn't praise a loss", async () => {
  const counts = { users: 4, roles: 2 };
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
