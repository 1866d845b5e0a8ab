import { expect, it } from 'vitest';
import { features, grantText } from '../../../contract/access/privileges.ts';
import { print } from '../../../testing/accessible.ts';
import { renderInConsole } from '../../../testing/render.tsx';
import { PrivilegeChips } from './privilege-chips.tsx';

it('spells out on paper what is folded on the screen', async () => {
  const grants = features.slice(0, 4).map((name) => ({ name, privilege: 'ro' }));
  const { container } = await renderInConsole(<PrivilegeChips grants={grants} most={2} />);
  const drawn = () => container.innerText.replaceAll(/\s+/g, ' ');
  const first = grants.map(grantText).toSorted();
  expect(drawn()).toContain('+2');
  expect(drawn()).not.toContain(first[3]);
  await print();
  await expect.poll(drawn).not.toContain('+2');
  for (const text of first) expect(drawn()).toContain(text);
});
