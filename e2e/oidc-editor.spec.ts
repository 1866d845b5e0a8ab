import { expect, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { applyRules } from './gateway.ts';
import { createByHand, field, save } from './oidc-helpers.ts';

test('keeps unsaved changes', async ({ page, signInAs, apiAs }) => {
  // The second job takes twenty seconds.
  test.slow();
  await signInAs('admin');
  const api = await apiAs('admin');
  const { id, name } = await createByHand(api, fresh('Guarded'));

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

  await test.step("and asks before one replaces someone else's", async () => {
    await field(page, 'Username expression').fill('mine');
    await api.put(`/api/oidc_ops/${id}`, { data: { data: { username_path: 'theirs' } } });
    page.once('dialog', (prompt) => void prompt.accept());
    await page.reload();
    await expect(restored).toBeVisible();
    await save(page).click();
    const conflict = page.getByRole('dialog', { name: 'has changed' });
    await expect(conflict.getByRole('radio', { name: 'Username expression: use theirs' })).toBeVisible();
    await conflict.getByRole('button', { name: 'Keep editing' }).click();
  });

  await test.step('until they are discarded', async () => {
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(field(page, 'Name')).toHaveValue(name);
    await expect(field(page, 'Username expression')).toHaveValue('theirs');
    await page.reload();
    await expect(field(page, 'Name')).toHaveValue(name);
    await expect(restored).toBeHidden();
  });

  const asJob = (outcome: 'fails' | 'slow') =>
    applyRules(api, { endpoint: 'updateOidcOp', effect: { kind: 'job', outcome }, times: 1 });
  const saveAndOpen = async () => {
    await save(page).click();
    await expect(heading(page, 'OIDC providers')).toBeVisible();
    await page.getByRole('link', { name, exact: true }).click();
  };
  await test.step('over a failed job', async () => {
    await asJob('fails');
    await field(page, 'Client ID').fill('typed');
    await saveAndOpen();
    await expect(restored).toBeVisible();
    await expect(field(page, 'Client ID')).toHaveValue('typed');
  });

  await test.step('while a job runs', async () => {
    await asJob('slow');
    await saveAndOpen();
    await expect(page.getByText('This is being changed.')).toBeVisible();
    await expect(field(page, 'Client ID')).toHaveValue('palisade');
    await expect(field(page, 'Client ID')).toHaveValue('typed');
    await expect(save(page)).toBeVisible();
    await expect(restored).toBeHidden();
  });

  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await test.step('when a link is followed', async () => {
    await field(page, 'Name').fill('Not saved');
    await page.getByRole('link', { name: 'Groups', exact: true }).click();
    await dialog.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(field(page, 'Name')).toHaveValue('Not saved');
  });

  await test.step('when going back', async () => {
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
