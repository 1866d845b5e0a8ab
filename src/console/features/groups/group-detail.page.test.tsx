import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { heading, renderPage } from '../../../testing/pages/render-page.tsx';
import { delay } from '../../../testing/pages/requests.ts';

it("says below a group's name how many subgroups and users it has, as far as that's known", async () => {
  await delay('listGroupUsers', 400);
  await renderPage('/groups/1', 'admin');
  const details = page.getByRole('region', { name: 'Group details' });
  const below = details.getByText(/^\d+ subgroups \(\d+ direct\)$/);
  await expect.element(below).toBeVisible();
  const subgroups = below.element().textContent;
  await expect.element(details.getByText(`${subgroups} · 1 user`, { exact: true })).toBeVisible();
});

it('shows the first group together with the tree, before its address', async () => {
  const { address, history } = await renderPage('/jobs', 'admin');
  await expect.element(heading('Jobs')).toBeVisible();
  const seen: string[] = [];
  const observer = new MutationObserver(() => {
    if (document.querySelector('[role=treeitem]'))
      seen.push(document.querySelector('h1')?.textContent ?? 'no heading');
  });
  observer.observe(document.body, { childList: true, subtree: true });
  history.push('/groups');
  await expect.poll(address).toBe('/groups/0');
  observer.disconnect();
  expect(new Set(seen)).toEqual(new Set(['Default']));
});
