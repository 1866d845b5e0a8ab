import type { Page } from '@playwright/test';
import { goTo, signIn } from './actions.ts';
import { expect, heading, test } from './fixtures.ts';
import { remove, startGateway } from './gateway.ts';
import { startDemoProvider } from '../src/demo/provider/start.ts';
import { answer, field, testSignIn } from './oidc-helpers.ts';

const checklist = (page: Page) => page.getByRole('region', { name: 'Get started' });
const overview = (page: Page) => goTo(page, 'Overview');
const dialog = (page: Page) => page.getByRole('dialog');

/** Chooses from a list that can be searched. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).first().click();
}

test('guides an administrator from an empty service to a colleague who signs in through a provider', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  // It starts a service of its own, which takes a while.
  test.slow();
  const password = 'a password for this test';
  const allowed = { OUTBOUND_ALLOW: 'localhost', OUTBOUND_INSECURE_TLS: 'true' };
  const empty = await startGateway({ ADMIN_PASSWORD: password, ...allowed }, []);
  const redirectUri = `${empty.url}/api/oidc_logins/callback`;
  const provider = await startDemoProvider({ port: 0, dataDir: empty.dataDir, redirectUris: [redirectUri] });

  await test.step('the checklist of an empty service', async () => {
    await page.goto(empty.url);
    await signIn(page, 'admin', password);
    await expect(checklist(page)).toContainText('0 of 3 done');
  });

  await test.step('a group', async () => {
    await checklist(page).getByRole('button', { name: 'New group' }).click();
    await page.getByRole('dialog', { name: 'New subgroup of Default' }).getByLabel('Name').fill('Acme');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Acme')).toBeVisible();
    await overview(page);
    await expect(checklist(page).getByRole('listitem').first()).toHaveText('Create a group (done)');
  });

  await test.step('a provider', async () => {
    await checklist(page).getByRole('link', { name: 'New provider' }).click();
    await field(page, 'Metadata URL').click();
    await page.keyboard.insertText(provider.issuer);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^7 values filled/)).toBeVisible();
    await field(page, 'Name').fill('Acme sign-in');
    await field(page, 'Client ID').fill(provider.clientId);
    await page.getByLabel('Client secret').fill(provider.clientSecret);
    const report = await testSignIn(page, 'Olivia Operator');
    const claims = report.getByRole('table', { name: 'Claims', exact: true });
    await claims.getByRole('button', { name: 'Use preferred_username as the username' }).click();
    await expect(report.getByRole('status', { name: 'Result of the expression' })).toContainText(
      'operator from the ID token',
    );
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create provider' }).click();
    await expect(heading(page, 'Acme sign-in')).toBeVisible();
  });

  await test.step('a role', async () => {
    await page.getByRole('link', { name: 'Access', exact: true }).click();
    await page.getByRole('link', { name: 'Roles', exact: true }).click();
    await page.getByRole('button', { name: 'New role' }).click();
    await dialog(page).getByLabel('Name').fill('Acme helpdesk');
    await choose(page, 'Privilege on Groups', 'change');
    await dialog(page).getByRole('button', { name: 'Create role' }).click();
    await expect(heading(page, 'Acme helpdesk')).toBeVisible();
  });

  await test.step('a user', async () => {
    await overview(page);
    await checklist(page).getByRole('link', { name: 'New user' }).click();
    await dialog(page).getByLabel('Login').fill('operator');
    await choose(page, 'Group', 'Acme');
    await choose(page, 'Roles', 'Acme helpdesk');
    await page.keyboard.press('Escape');
    await dialog(page).getByRole('button', { name: 'Create user' }).click();
    await expect(heading(page, 'operator')).toBeVisible();
    await overview(page);
    await expect(heading(page, 'Overview')).toBeVisible();
    await expect(checklist(page)).toBeHidden();
  });

  await test.step('the colleague signs in through the provider', async () => {
    await context.clearCookies();
    await page.goto(`${empty.url}/groups`);
    await page.getByRole('link', { name: 'Acme sign-in' }).click();
    await answer(page, 'Olivia Operator');
    await expect(page.getByRole('button', { name: 'User operator' })).toBeVisible();
    await page.getByRole('treeitem', { name: 'Acme' }).click();
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
    await context.close();
    await empty.stop();
    await provider.close();
    remove(empty.dataDir);
  });
});
