import type { Page } from '@playwright/test';
import { expect, expectAccessible, heading, passwordOf, test } from './fixtures.ts';
import { applyRules } from './gateway.ts';
import { deleteInPage, subtree } from './jobs.ts';
import { createByHand, demoRecord, testSignIn } from './oidc-helpers.ts';

const counts = (page: Page) => page.getByRole('list', { name: 'Records' }).getByRole('listitem');
const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' });
const checklist = (page: Page) => page.getByRole('region', { name: 'Get started' });

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

  await test.step('counts of records', async () => {
    await expect(counts(page)).toHaveText(['1,205 groups', '2 providers', '5 users', '4 roles']);
    await expect(page.getByText(/^Connected to the embedded service · Palisade Console \d/)).toBeVisible();
    await expect(attention(page)).toContainText(
      'Nothing needs attention. Checked jobs, sign-ins, sign-in tests, and provider metadata.',
    );
    await expect(checklist(page)).toBeHidden();
    await counts(page).getByRole('link', { name: '5 users' }).click();
  });

  await test.step('visits records', async () => {
    await expect(heading(page, 'Users')).toBeVisible();

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

test('lists what needs attention', async ({ page, signInAs, apiAs }) => {
  const api = await apiAs('admin');
  await signInAs('admin');
  const { id, metadata_url: url } = await demoRecord(api);
  const changed = await createByHand(api, 'Changed provider', { metadata_url: url });

  await test.step('a failed sign-in test', async () => {
    await page.goto(`/oidc/${id}`);
    await expect(await testSignIn(page, 'Olivia Operator', 'Wrong audience')).toContainText(
      'ID token claims',
    );
  });

  const slow = { kind: 'job', outcome: 'slow' } as const;
  await test.step('a failed job', async () => {
    await deleteInPage(page, { id: 1, name: 'EMEA' });
    await expect(page.getByRole('alert').filter({ hasText: 'users still belong to EMEA' })).toBeVisible();
  });

  const branch = await subtree(api, 20);
  await test.step('a running job', async () => {
    await applyRules(api, { endpoint: 'deleteGroup', effect: slow, times: 1 });
    await deleteInPage(page, branch);
  });

  const items = attention(page).getByRole('listitem');
  await test.step('the list', async () => {
    await page.getByRole('link', { name: 'Palisade, start page' }).click();
    await expect(items).toContainText([
      'The last sign-in test of Demo sign-in failedFailed at ID token claims',
      'Failed: users still belong to EMEA',
      'Changed provider differs from its published metadata',
      `Deleting ${branch.name}`,
    ]);
    await expect(items.nth(2)).toContainText('Issuer, Authorization endpoint, Token endpoint');
    await expect(items.last().getByRole('img', { name: 'In progress' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('an item leads to its record', async () => {
    await items.nth(2).getByRole('link').click();
    await expect(heading(page, 'Changed provider')).toBeVisible();
    await api.delete(`/api/oidc_ops/${changed.id}`);
    await api.delete('/-/lab/scenario');
  });
});
