import type { Page } from '@playwright/test';
import { expect, heading, passwordOf, test } from './fixtures.ts';

const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' });

test('is the first page after signing in', async ({ page, signInAs, apiAs }) => {
  const api = await apiAs('admin');
  const created = await api.post('/api/groups', { data: { data: { name: 'Soon deleted' } } });
  const { group_resource: soonDeleted } = (await created.json()) as { group_resource: string };

  await test.step('signing in', async () => {
    await page.goto('/');
    await expect(heading(page, 'Sign in to Palisade')).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    await page.getByLabel('Login').fill('admin');
    await page.getByLabel('Password').fill(passwordOf('admin'));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(heading(page, 'Overview')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  await test.step('visits records', async () => {
    await page.goto('/access/users');
    await page.getByRole('link', { name: 'tenant', exact: true }).click();
    await expect(heading(page, 'tenant')).toBeVisible();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Groups' }).click();
    for (const name of ['Soon deleted', 'EMEA']) {
      await page.getByRole('treeitem', { name }).click();
      await expect(heading(page, name)).toBeVisible();
    }
  });

  // Forgets the record that was deleted.
  const recent = page.getByRole('region', { name: 'Where you left off' });
  await test.step('recent records, without a deleted one', async () => {
    await api.delete(`/api${soonDeleted}`);
    await page.goto('/');
    await expect(recent.getByRole('listitem')).toHaveText(['EMEA', 'Default', 'tenant']);
    await recent.getByRole('link', { name: 'tenant' }).click();
    await expect(heading(page, 'tenant')).toBeVisible();
  });

  await test.step('another user of this browser has their own', async () => {
    // Another user of this browser has their own.
    await signInAs('auditor');
    await page.goto('/');
    await expect(heading(page, 'Overview')).toBeVisible();
    await expect(attention(page)).toBeVisible();
    await expect(recent).toBeHidden();
  });
});
