import { answer } from './oidc-helpers.ts';
import { expect, heading, test } from './fixtures.ts';

test('a rejected sign-in is found by its reference', async ({ page, signInAs, apiAs }) => {
  const api = await apiAs('admin');
  const record = '/api/oidc_ops/1';
  const broken = { scope: 'openid', username_path: 'preferred_username' };
  expect((await api.put(record, { data: { data: broken } })).status()).toBe(200);

  const reference = await test.step('a provider sign-in is rejected with a reference', async () => {
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Demo sign-in' }).click();
    await answer(page, 'Olivia Operator');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(/Reference: [A-Z]{8}/);
    return /\b[A-Z]{8}\b/.exec((await alert.textContent()) ?? '')?.[0] ?? '';
  });

  await test.step('an administrator finds what failed', async () => {
    await signInAs('admin');
    await page.goto('/activity');
    await page.getByRole('textbox', { name: 'Reference' }).fill(reference);
    await expect(page.getByText('1 sign-in found')).toBeVisible();
    await page.reload();
    const rejected = page.getByRole('row', { name: /Rejected/ });
    await expect(rejected).toContainText('No username in the claims');
    await rejected.getByRole('link').first().click();
    await expect(heading(page, 'Rejected sign-in')).toBeVisible();
  });

  await test.step('the entry offers a repair', async () => {
    await page.getByRole('button', { name: 'Add scope profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add scope profile' });
    await dialog.getByRole('button', { name: 'Add scope profile' }).click();
    await expect(dialog).toBeHidden();
    expect(await (await api.get(record)).json()).toMatchObject({ scope: 'openid profile' });
  });
});
