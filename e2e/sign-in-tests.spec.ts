import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { answerProvider, demoRecord, demoSecret, field, save, testSignIn } from './oidc-helpers.ts';

test.beforeEach(async ({ signInAs }) => {
  await signInAs('admin');
});

const report = (page: Page) => page.getByRole('dialog', { name: 'Sign-in test' });
const result = (page: Page) => report(page).getByRole('status', { name: 'Result of the expression' });

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
    for (let polls = 0; polls < 3; polls += 1) await page.waitForResponse(/\/oidc_trials\//);
    await expect(explanation).toHaveCount(0);
  });

  await test.step('once it is closed', async () => {
    await popup.close();
    await page.evaluate('delete document.hasFocus');
    await expect(explanation).toContainText(`${gateway.url}/api/oidc_logins/callback`);
    await expect(explanation).toContainText(String(clientId));
    await expect(explanation).toContainText('response_type');
    await expectAccessible(page);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await explanation.getByRole('button', { name: 'Copy redirect URI' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `${gateway.url}/api/oidc_logins/callback`,
    );
  });

  await test.step('continues when the user comes back', async () => {
    const [again] = await Promise.all([
      context.waitForEvent('page'),
      report(page).getByRole('link', { name: 'Open it again' }).click(),
    ]);
    await again.getByRole('radio', { name: /^Olivia Operator / }).check();
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(report(page)).toMatchAriaSnapshot(`
    - dialog "Sign-in test":
      - status: Olivia Operator would sign in as operator
      - button "Test again"
      - region "Claims":
        - status "Result of the expression":
          - paragraph:
            - code: operator
            - text: from the ID token
        - heading "ID token claims" [level=3]
        - list "ID token claims":
          - listitem:
            - code: preferred_username
            - code: /operator/
            - button "Use preferred_username as the username"
            - button "Or use preferred_username as a fallback"
        - group: 6 other claims
        - heading "UserInfo response claims" [level=3]
        - list "UserInfo response claims"
      - group: 9 steps passed
  `);
    await expect(explanation).toBeHidden();
  });
});

test('corrects a provider with tests', async ({ page, apiAs }) => {
  const { id } = await demoRecord(await apiAs('admin'));
  const repair = async (name: string) => {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      report(page).getByRole('button', { name }).click(),
    ]);
    await answerProvider(popup, 'Olivia Operator');
    await expect(report(page).getByText('Olivia Operator would sign in as operator')).toBeVisible();
  };

  // The test has already found the user.
  const check = page.getByRole('button', { name: 'Check whether this user exists' });
  await test.step('the scope', async () => {
    await page.goto(`/oidc/${id}`);
    await page.getByRole('button', { name: 'Remove scope profile' }).click();
    await field(page, 'Username expression').fill('preferred_username');
    await testSignIn(page, 'Olivia Operator');
    await expect(report(page).getByText('“Username expression” failed')).toBeVisible();
    await expectAccessible(page);
    await repair('Add scope profile and test again');
    await expect(result(page)).toContainText('operator from the ID token');
    await expect(check).toHaveCount(0);
    await report(page).getByRole('button', { name: 'Use these claims in the playground' }).click();
    await expect(page.getByRole('button', { name: 'Remove scope profile' })).toBeVisible();
  });

  await test.step('the username expression', async () => {
    await expect(field(page, 'Username expression')).toBeFocused();
    await field(page, 'Username expression').fill('palisade.login');
    await page
      .getByRole('list', { name: 'ID token claims' })
      .getByRole('button', { name: 'Use preferred_username as a fallback' })
      .click();
    await expect(field(page, 'Username expression')).toHaveValue('palisade.login || preferred_username');
    await expect(page.getByRole('status', { name: 'Result of the expression' })).toContainText(
      'operator from the ID token',
    );
    await check.click();
    await expect(page.getByText('A user with this login exists')).toBeVisible();
  });
});

test("a provider's last test", async ({ page, apiAs, gateway }) => {
  test.slow();
  const name = fresh('Tested');
  const demo = await demoRecord(await apiAs('admin'));

  await test.step('fails before the provider is created', async () => {
    await page.goto('/oidc/new');
    await field(page, 'Metadata URL').fill(String(demo['metadata_url']));
    await field(page, 'Client ID').fill(String(demo['client_id']));
    await page.getByLabel('Client secret').fill(demoSecret(gateway.dataDir));
    await field(page, 'Name').fill(name);
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
  await test.step('is pointed out before creating the provider', async () => {
    const create = page.getByRole('button', { name: 'Create provider' });
    await create.click();
    await expect(dialog).toContainText('failed at “Authorization response”');
    await dialog.getByRole('button', { name: 'Show report' }).click();
    await expect(report(page).getByText('“Authorization response” failed')).toBeVisible();
    await page.keyboard.press('Escape');
    await create.click();
  });

  await test.step('is repeated for the saved provider', async () => {
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
    const [request] = await Promise.all([
      page.waitForRequest((candidate) => candidate.method() === 'PUT'),
      save(page).click(),
    ]);
    expect(request.postDataJSON()).toEqual({ data: { username_path: 'preferred_username ||\n  email' } });
    await expect(page.getByText('Saved after the last sign-in test.')).toBeVisible();
    await page.getByRole('link', { name: 'OIDC providers' }).first().click();
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText(/Passed.*changed since/);
    await page.getByRole('link', { name, exact: true }).click();
    await expect(field(page, 'Username expression')).toHaveValue('preferred_username ||\n  email');
  });
});
