import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { answer, answerProvider, demoRecord, demoSecret, field, save, testSignIn } from './oidc-helpers.ts';

test.beforeEach(async ({ signInAs }) => {
  await signInAs('admin');
});

const report = (page: Page) => page.getByRole('dialog', { name: 'Sign-in test' });

test('explains that the provider never sent the user back', async ({ page, context, apiAs, gateway }) => {
  const { id, client_id: clientId } = await demoRecord(await apiAs('admin'));

  const [popup] = await test.step('in another window', async () => {
    await page.goto(`/oidc/${id}`);
    // Playwright makes every page believe that it has the focus.
    await page.evaluate('document.hasFocus = () => false');
    return Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Test sign-in' }).click(),
    ]);
  });

  const explanation = report(page).getByRole('region', { name: "The provider hasn't sent you back" });
  await test.step('while the other window is open', async () => {
    await expect(popup.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    expect(await popup.evaluate('window.opener')).toBeNull();
    await expect(report(page).getByText('Waiting for the sign-in in the other window.')).toBeVisible();
    // The demo provider isolates its pages, so its window looks closed.
    await expect(report(page).getByText('Is the other window still open?')).toBeVisible();
    await expect(explanation).toHaveCount(0);
  });

  await test.step('once it is closed', async () => {
    await popup.close();
    await page.evaluate('delete document.hasFocus');
    await report(page).getByRole('button', { name: "say that it's closed" }).click();
    await expect(explanation).toContainText(`${gateway.url}/api/oidc_logins/callback`);
    await expect(explanation).toContainText(String(clientId));
    await expect(explanation).toContainText('response_type');
  });

  await test.step('continues when the user comes back', async () => {
    const [again] = await Promise.all([
      context.waitForEvent('page'),
      report(page).getByRole('link', { name: 'Open it again' }).click(),
    ]);
    await answer(again, 'Olivia Operator');
    await expect(report(page).getByText('Olivia Operator would sign in as operator')).toBeVisible();
    await expect(explanation).toBeHidden();
  });
});

test("a provider's last test", async ({ page, apiAs, gateway }) => {
  const demo = await demoRecord(await apiAs('admin'));

  await test.step('fails before the provider is created', async () => {
    await page.goto('/oidc/new');
    await field(page, 'Metadata URL').fill(String(demo['metadata_url']));
    await field(page, 'Client ID').fill(String(demo['client_id']));
    await page.getByLabel('Client secret').fill(demoSecret(gateway.dataDir));
    await field(page, 'Name').fill('Tested');
    await field(page, 'Username expression').fill('preferred_username');
    await field(page, 'Add a scope').fill('profile');
    await field(page, 'Add a scope').press('Enter');
    await testSignIn(page, 'Olivia Operator', 'Access denied');
    const words = report(page).getByRole('region', { name: "Provider's response" });
    await expect(words).toContainText('access_denied');
    await expect(report(page).getByText('“Authorization response” failed')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  const dialog = page.getByRole('dialog', { name: 'Create provider despite the failed test?' });
  await test.step('is repeated for the saved provider', async () => {
    await page.getByRole('button', { name: 'Create provider' }).click();
    await dialog.getByRole('button', { name: 'Create anyway' }).click();
    await expect(page.getByText('The last sign-in test failed at Authorization response.')).toBeVisible();
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Test now' }).click(),
    ]);
    await answerProvider(popup, 'Olivia Operator');
    await expect(report(page).getByText('Olivia Operator would sign in as operator')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('The last sign-in test failed at Authorization response.')).toBeHidden();
  });

  await test.step('is older than a change', async () => {
    await field(page, 'Username expression').fill('preferred_username ||\n  email');
    await save(page).click();
    await expect(page.getByText('Saved after the last sign-in test.')).toBeVisible();
  });
});
