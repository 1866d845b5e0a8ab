import { readFileSync } from 'node:fs';
import { createByHand, demoRecord, demoSecret } from './oidc-helpers.ts';
import { expect, expectAccessible, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';

test('a rejected sign-in is found by its reference', async ({ page, signInAs, apiAs }) => {
  const api = await apiAs('admin');
  const { id } = await demoRecord(api);
  const record = `/api/oidc_ops/${id}`;
  const broken = { scope: 'openid', username_path: 'preferred_username' };
  expect((await api.put(record, { data: { data: broken } })).status()).toBe(200);
  const alert = page.getByRole('alert');
  const readReference = async () => /\b[A-Z]{8}\b/.exec((await alert.textContent()) ?? '')?.[0] ?? '';

  const wrongPassword = await test.step('a wrong password is rejected with a reference', async () => {
    await page.goto('/sign-in');
    await page.getByLabel('Login').fill('operator');
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await expect(alert).toContainText(/Wrong login or password\.\s*Reference: [A-Z]{8}/);
    return readReference();
  });

  const noUsername = await test.step('a provider sign-in is rejected with a reference', async () => {
    await page.getByRole('link', { name: 'Demo sign-in' }).click();
    await page.getByRole('radio', { name: /^Olivia Operator / }).check();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(alert).toContainText(/Reference: [A-Z]{8}/);
    return readReference();
  });

  const reference = page.getByRole('textbox', { name: 'Reference' });
  const rejected = page.getByRole('row', { name: /Rejected/ });
  await test.step('an administrator finds the wrong password', async () => {
    await signInAs('admin');
    await page.goto('/activity');
    await expect(heading(page, 'Sign-ins')).toBeVisible();
    await expectAccessible(page);
    await reference.fill(wrongPassword);
    await expect(page.getByText('1 sign-in found')).toBeVisible();
    await expect(rejected).toContainText('operator');
    await expect(page).toHaveURL(new RegExp(`reference=${wrongPassword}`));
  });

  await test.step('an administrator finds what failed at the provider', async () => {
    await reference.fill(noUsername);
    await expect(page).toHaveURL(new RegExp(`reference=${noUsername}`));
    await expect(rejected).toContainText('No username in the claims');
    await rejected.getByRole('link').first().click();
    await expect(heading(page, 'Rejected sign-in')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Username expression' })).toContainText(
      'Failed',
    );
    await expectAccessible(page);
  });

  await test.step('the entry offers a repair', async () => {
    await page.getByRole('button', { name: 'Add scope profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add scope profile' });
    await dialog.getByRole('button', { name: 'Add scope profile' }).click();
    await expect(dialog).toBeHidden();
    expect(await (await api.get(record)).json()).toMatchObject({ scope: 'openid profile' });
  });
});

test('the log of changes grows while it is open', async ({ page, signInAs, apiAs }) => {
  await signInAs('admin');
  await page.goto('/activity?log=changes');
  await expect(heading(page, 'Changes')).toBeVisible();
  const api = await apiAs('admin');
  const secret = fresh('canary');
  const { name } = await createByHand(api, `=${fresh('Exported')}`, { client_secret: secret });
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Created');
  const exported = async (format: string) => {
    await page.getByRole('button', { name: 'View' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: new RegExp(`as ${format}$`) }).click(),
    ]);
    return readFileSync(await download.path(), 'utf8');
  };

  const csv = await exported('CSV');
  await test.step('it is exported as CSV', async () => {
    expect(csv.split('\r\n')[0]?.replace(/ \([\w/+-]+\)/, '')).toBe(
      '\uFEFFTime,Changed by,Action,Kind,Record,Changed,Path,Request ID',
    );
    expect(csv).toContain(`admin,Created,provider,'${name},`);
  });

  await test.step('it is exported as JSON Lines', async () => {
    const lines = await exported('JSON Lines');
    expect(lines).toContain('{"name":"client_secret","replaced":true}');
    expect(csv + lines).not.toContain(secret);
  });
});

test('a rejected client secret is entered again from the log', async ({ page, gateway, signInAs, apiAs }) => {
  const api = await apiAs('admin');
  const { id } = await demoRecord(api);
  const wrong = { client_secret: 'not the registered one' };
  expect((await api.put(`/api/oidc_ops/${id}`, { data: { data: wrong } })).status()).toBe(200);
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Demo sign-in' }).click();
  await page.getByRole('radio', { name: /^Olivia Operator / }).check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(/Reference: [A-Z]{8}/);
  await signInAs('admin');
  const again = page.getByRole('link', { name: 'Enter the secret again' });
  const secret = page.getByLabel('Client secret', { exact: true });

  await test.step('from an entry', async () => {
    await page.goto('/activity?code=client_refused');
    await page
      .getByRole('row', { name: /Rejected/ })
      .getByRole('link')
      .first()
      .click();
    await again.click();
    await expect(page).toHaveURL(new RegExp(`/oidc/${id}$`));
    await expect(secret).toBeFocused();
    await page.getByRole('button', { name: 'Keep stored secret' }).click();
  });

  await test.step("from the provider's page, also twice", async () => {
    for (const typed of ['', demoSecret(gateway.dataDir)]) {
      await page.getByRole('link', { name: /^Sign-ins/ }).click();
      await again.click();
      await expect(secret).toBeFocused();
      await expect(secret).toBeInViewport();
      await page.keyboard.type(typed);
      if (typed === '') await page.getByRole('button', { name: 'Keep stored secret' }).click();
    }
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('button', { name: 'Replace secret' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/oidc/${id}$`));
  });
});
