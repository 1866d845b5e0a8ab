import { expect, heading, test } from './fixtures.ts';
import { createByHand, field } from './oidc-helpers.ts';

test('keeps unsaved changes', async ({ page, signInAs, apiAs }) => {
  await signInAs('admin');
  const { id, name } = await createByHand(await apiAs('admin'), 'Guarded');

  const restored = page.getByText('Your unsaved changes were restored');
  await test.step('over a reload, without the secret', async () => {
    await page.goto('/oidc');
    await page.getByRole('link', { name, exact: true }).click();
    await field(page, 'Name').fill('Not saved');
    await page.getByRole('button', { name: 'Replace secret' }).click();
    await page.getByLabel('Client secret').fill('not to be kept');
    page.once('dialog', (prompt) => void prompt.accept());
    await page.reload();
    await expect(restored).toBeVisible();
    await expect(field(page, 'Name')).toHaveValue('Not saved');
    await expect(page.getByText('•••••••• stored')).toBeVisible();
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('not to be kept');
  });

  await test.step('until they are discarded', async () => {
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(field(page, 'Name')).toHaveValue(name);
    await page.reload();
    await expect(field(page, 'Name')).toHaveValue(name);
    await expect(restored).toBeHidden();
  });

  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await test.step('when going back', async () => {
    await field(page, 'Name').fill('Not saved');
    await page.goBack();
    await dialog.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(page).toHaveURL(new RegExp(`/oidc/${id}$`));
  });

  await test.step('when the tab is closed', async () => {
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
  });

  await test.step('until they are discarded on leaving', async () => {
    await page.goBack();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await expect(heading(page, 'OIDC providers')).toBeVisible();
  });
});
