import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { expectToFitPhone, heading, renderPage } from '../../../testing/pages/render-page.tsx';
import { pendingCalls } from '../../../testing/pages/requests.ts';

const operations = page.getByRole('navigation', { name: 'Operations' });

it("lists operations by what they do, in the console's frame", async () => {
  const { address } = await renderPage('/jobs', 'admin');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'API docs' }).click();
  await expect.element(heading(/^Management API/)).toBeVisible();
  const frame = page.getByRole('navigation', { name: 'Pages' });
  await expect.element(frame.getByRole('link', { name: 'API docs' })).toHaveAttribute('aria-current', 'page');
  await operations.getByRole('link', { name: 'Update a group PUT /groups/{id}' }).click();
  await expect.element(heading('Update a group')).toHaveFocus();
  expect(document.title).toBe('Update a group · API docs · Palisade');
  expect(address()).toBe('/-/docs?operation=updateGroup');
  expect(page.getByRole('main').elements()).toHaveLength(1);
  await expectAccessible();
  await heading('Update a group').click();
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('textbox', { name: 'Search operations' })).toHaveFocus();
  await expect.poll(() => pendingCalls()).toEqual([]);
  await expectToFitPhone();
});
