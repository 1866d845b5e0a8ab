import { readFileSync } from 'node:fs';
import { expect, expectAccessible, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { applyRules } from './gateway.ts';
import { field, demoRecord, createByHand } from './oidc-helpers.ts';

// The demo provider's certificate is self-signed.
test.use({ ignoreHTTPSErrors: true });

test.describe('as an administrator', () => {
  test.beforeEach(async ({ signInAs }) => signInAs('admin'));

  test('exports a provider without its secret, and imports it into a new one', async ({ page, apiAs }) => {
    const { id, name } = await createByHand(await apiAs('admin'), fresh('Exported'), {
      scope: 'openid email',
    });
    await page.goto(`/oidc/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /^Export as JSON/ }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`${name}.oidc.json`);
    const text = readFileSync(await file.path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ data: { name, scope: 'openid email' } });
    expect(text).not.toContain('secret');
    await page.goto('/oidc/new');
    await field(page, 'Name').fill('Typed before');
    const again = {
      name: 'from-elsewhere.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text.replace(name, `${name} again`)),
    };
    await page.locator('input[type=file]').setInputFiles(again);
    await expect(page.getByText('Form filled from from-elsewhere.json')).toBeVisible();
    await page.getByRole('button', { name: 'Undo import' }).click();
    await expect(field(page, 'Name')).toHaveValue('Typed before');
    await page.locator('input[type=file]').setInputFiles(again);
    await expect(page.getByText('Form filled from from-elsewhere.json')).toBeVisible();
    await page.getByLabel('Client secret').fill('typed again');
    await page.getByRole('button', { name: 'Create provider' }).click();
    await expect(heading(page, `${name} again`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove scope email' })).toBeVisible();
  });

  test('searches and sorts the list, checks its metadata, deletes a provider and duplicates another', async ({
    page,
    apiAs,
  }) => {
    const api = await apiAs('admin');
    const { id, name } = await createByHand(api, fresh('Zebra'), { client_id: 'striped' });
    await page.goto('/oidc');
    await page.getByLabel('Search providers').fill('striped');
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
    await expect(page).toHaveURL(/q=striped/);
    await page.getByLabel('Search providers').fill('');
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Name', exact: true })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await expect(page.getByRole('row').nth(1)).toContainText(name);
    await page.getByRole('button', { name: 'Check metadata' }).click();
    await expect(page.getByRole('row', { name: /Demo sign-in/ })).toContainText('As published');
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('No URL');
    await expect(page.getByRole('status').filter({ hasText: 'Metadata:' })).toContainText('1 as published');
    await page.getByRole('button', { name: 'Check metadata again' }).click();
    await expect(page.getByRole('row', { name: /Demo sign-in/ })).toContainText('As published');

    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${name}` });
    await expect(dialog).toContainText("This can't be undone. It will:");
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: `Delete ${name}` }).click();
    await expect(page.getByText(`${name} deleted`)).toBeVisible();
    await expect(page.getByRole('link', { name, exact: true })).toBeHidden();
    expect((await api.get(`/api/oidc_ops/${id}`)).status()).toBe(404);
    await page.goto(`/oidc/${id}`);
    await expect(heading(page, `Provider ${id} not found`)).toBeVisible();

    await page.getByRole('link', { name: 'All providers' }).click();
    await page.getByRole('button', { name: 'Actions for Demo sign-in' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(field(page, 'Name')).toHaveValue('Demo sign-in (copy)');
    await expect(page.getByLabel('Client secret')).toHaveValue('');
    await page.getByRole('button', { name: 'Create provider' }).click();
    await expect(page.getByRole('alert', { name: 'Problems' })).toContainText('1 problem');
  });

  test('keeps a pasted expression that is too long, and says so', async ({ page }) => {
    const expression = `${'email || '.repeat(400)}sub`;
    await page.goto('/oidc/new');
    await field(page, 'Username expression').fill(expression);
    await field(page, 'Name').focus();
    await expect(field(page, 'Username expression')).toHaveValue(expression);
    await expect(page.getByText('Must be at most 2048 characters')).toBeVisible();
  });

  test('warns that a provider may have been created if the response is lost', async ({ page, apiAs }) => {
    await applyRules(await apiAs('admin'), {
      endpoint: 'createOidcOp',
      effect: { kind: 'cut' },
      times: null,
    });
    await page.goto('/oidc/new');
    for (const label of ['Name', 'Client ID', 'Username expression']) await field(page, label).fill('sub');
    for (const label of ['Issuer', 'Authorization endpoint', 'Token endpoint'])
      await field(page, label).fill('https://id.example');
    await page.getByLabel('Client secret').fill('typed');
    await page.getByRole('button', { name: 'Create provider' }).click();
    const problems = page.getByRole('alert', { name: 'Problems' });
    await expect(problems).toContainText('it may have been created, so check the list');
    await expect(page.getByLabel('Client secret')).toHaveValue('typed');
    await page.request.delete('/-/lab/scenario');
  });

  test('shows how the issuer differs by one character, and corrects it', async ({ page, apiAs }) => {
    const { id, issuer } = await demoRecord(await apiAs('admin'));
    await page.goto(`/oidc/${id}`);
    await field(page, 'Issuer').fill(`${issuer}/`);
    await page.getByRole('button', { name: 'Fetch' }).click();
    await expect(page.getByText('extra slash at the end')).toBeVisible();
    await page.getByRole('tab', { name: 'Checks' }).click();
    await expect(page.getByRole('region', { name: "Won't work" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use the published issuer' }).click();
    await expect(field(page, 'Issuer')).toHaveValue(issuer);
  });

  test('creates a provider using only the keyboard', async ({ page }) => {
    const name = fresh('By keyboard');
    await page.goto('/oidc/new');
    await field(page, 'Name').focus();
    await page.keyboard.type(name);
    for (const text of ['https://id.example', 'palisade', 'typed secret']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Tab');
    for (const text of ['https://id.example/a', 'https://id.example/t', '', '', 'sub']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    // In the expression itself, Enter starts a new line.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(heading(page, name)).toBeVisible();
  });

  test('the pages of providers are accessible and fit a phone screen', async ({ page, apiAs }) => {
    const { id } = await demoRecord(await apiAs('admin'));
    for (const address of ['/oidc', '/oidc/new', `/oidc/${id}`]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate('document.querySelector("main").scrollWidth')).toBeLessThanOrEqual(390);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  });
});

test('shows a provider read-only to an auditor', async ({ page, signInAs, apiAs }) => {
  const { id } = await demoRecord(await apiAs('admin'));
  await signInAs('auditor');
  await page.goto(`/oidc/${id}`);
  await expect(heading(page, 'Demo sign-in')).toBeVisible();
  await expect(field(page, 'Name')).toHaveAttribute('readonly', '');
  await page.getByRole('button', { name: 'Fetch' }).click();
  await expect(page.getByText('The form matches the published metadata')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Export as JSON (without secret)']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^(Save|Test|Replace|Use) / })).toHaveCount(0);
});

test('explains on the sign-in page why a sign-in failed, and what to do', async ({ page, apiAs }) => {
  const { id } = await demoRecord(await apiAs('admin'));
  await page.goto(`/sign-in?oidc_error=client_refused&oidc_op=${id}&reference=BKTMRWQP`);
  const alert = page.getByRole('alert').filter({ hasText: "Couldn't sign in with" });
  await expect(alert).toContainText('rejected the service’s client ID or secret');
  await expect(alert).toContainText('Step: token request. Code: client_refused. Reference: BKTMRWQP');
  await expectAccessible(page);
  await page.goto('/sign-in?oidc_error=from_the_future');
  await expect(page.getByRole('alert')).toContainText('doesn’t know');
});
