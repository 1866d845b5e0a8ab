import { expect, expectAccessible, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { applyRules } from './gateway.ts';
import {
  answerProvider,
  demoSecret,
  field,
  save,
  demoRecord,
  createByHand,
  testSignIn,
} from './oidc-helpers.ts';

test.describe('as an administrator', () => {
  test.beforeEach(async ({ signInAs }) => signInAs('admin'));

  test('creates a provider from its metadata, tests it and signs in through it', async ({
    page,
    apiAs,
    browser,
    gateway,
  }) => {
    const secret = demoSecret(gateway.dataDir);
    const { issuer } = await demoRecord(await apiAs('admin'));
    const name = fresh('From metadata');
    await page.goto('/oidc');
    await page.getByRole('link', { name: 'New provider' }).click();
    await expect(heading(page, 'New provider')).toBeFocused();

    await field(page, 'Metadata URL').fill(issuer);
    await field(page, 'Token endpoint').fill('https://typed.example/token');
    await page.getByRole('button', { name: 'Fetch' }).click();
    await expect(page.getByText('6 values filled: Metadata URL, Issuer')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Remove scope/ })).toHaveCount(2);
    await expect(field(page, 'Metadata URL')).toHaveValue(`${issuer}/.well-known/openid-configuration`);
    await expect(field(page, 'Issuer')).toHaveValue(issuer);
    // What was typed stays, until the published value is chosen.
    await expect(field(page, 'Token endpoint')).toHaveValue('https://typed.example/token');
    const review = page.getByRole('region', { name: 'Published metadata' });
    await expect(review.getByRole('checkbox')).toHaveCount(1);
    await review.getByRole('checkbox', { name: 'Token endpoint' }).check();
    await review.getByRole('button', { name: 'Use 1 published value' }).click();
    await expect(field(page, 'Token endpoint')).toHaveValue(`${issuer}/token`);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(field(page, 'Metadata URL')).toHaveValue(issuer);
    await expect(field(page, 'Issuer')).toHaveValue('');
    await expect(field(page, 'Token endpoint')).toHaveValue(`${issuer}/token`);
    // The service fills blank fields, too.
    await field(page, 'Metadata URL').fill(`${issuer}/.well-known/openid-configuration`);
    await field(page, 'Token endpoint').fill('');

    await field(page, 'Name').fill(name);
    await field(page, 'Client ID').fill('palisade-demo');
    await page.getByLabel('Client secret').fill(secret);
    await page.getByRole('button', { name: 'preferred_username', exact: true }).click();
    await page.getByRole('tab', { name: 'Request' }).click();
    await expect(page.getByLabel('Request', { exact: true }).last()).toContainText('POST /oidc_ops');

    let report = await testSignIn(page, 'Olivia Operator');
    await expect(report.getByText('“Username expression” failed')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Checks' }).click();
    // In the side panel, and at the field.
    const check = /return preferred_username only with the profile scope/;
    await expect(page.getByText(check)).toHaveCount(2);
    await expect(page.getByRole('group', { name: 'Scope' })).toContainText(check);
    await page.getByRole('button', { name: 'Add profile' }).click();
    report = await testSignIn(page, 'Olivia Operator');
    await expect(report.getByText('This would sign in operator')).toBeVisible();
    await page.keyboard.press('Escape');

    const [request] = await Promise.all([
      page.waitForRequest((candidate) => candidate.url().endsWith('/api/oidc_ops')),
      page.getByRole('button', { name: 'Create provider' }).click(),
    ]);
    expect(request.postDataJSON()).toEqual({
      data: {
        name,
        metadata_url: `${issuer}/.well-known/openid-configuration`,
        client_id: 'palisade-demo',
        client_secret: secret,
        username_path: 'preferred_username',
        scope: 'openid profile',
        logout_method: 'none',
      },
    });
    await expect(heading(page, name)).toBeVisible();
    await expect(field(page, 'Issuer')).toHaveValue(issuer);
    await expect(field(page, 'Token endpoint')).toHaveValue(`${issuer}/token`);

    const user = await browser.newPage({ baseURL: gateway.url });
    await user.goto('/sign-in?return_to=%2Faccess');
    await user.getByRole('link', { name }).click();
    await user.getByRole('radio', { name: /^Aud Itor / }).check();
    await user.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(user).toHaveURL(/\/access$/);
    await user.close();
  });

  test('saves without the secret, then replaces it, and never exposes it', async ({ page, apiAs }) => {
    const api = await apiAs('admin');
    const { id, name } = await createByHand(api, fresh('Secretive'));
    const secret = 'correct horse battery staple';
    await page.goto(`/oidc/${id}`);
    await expect(page.getByText('•••••••• stored')).toBeVisible();
    await expect(page.getByLabel('Client secret', { exact: true })).toHaveCount(0);
    await field(page, 'Name').fill(`${name} edited`);
    await page.getByRole('tab', { name: 'Request' }).click();
    await expect(page.getByText("client_secret isn't sent, so the stored one stays")).toBeVisible();
    const slow = { endpoint: 'updateOidcOp', effect: { kind: 'latency', milliseconds: 800 }, times: 1 };
    await api.put('/-/lab/scenario', { data: { data: { rules: [slow] } } });
    const [first] = await Promise.all([
      page.waitForRequest((candidate) => candidate.method() === 'PUT'),
      save(page).click(),
    ]);
    expect(first.postDataJSON()).toEqual({ data: { name: `${name} edited` } });
    // Typed while the request is in flight.
    await field(page, 'Client ID').fill('moved');
    await expect(heading(page, `${name} edited`)).toBeVisible();
    await expect(field(page, 'Client ID')).toHaveValue('moved');
    await expect(page.getByText(/kept the stored secret, which would be sent/)).toBeVisible();
    await page.getByRole('button', { name: 'Replace secret' }).click();
    const input = page.getByLabel('Client secret');
    await expect(input).toBeFocused();
    await save(page).click();
    await expect(page.getByRole('alert', { name: 'Problems' })).toContainText('Must not be empty');
    await input.fill(secret);
    await expect(page.getByText(/client_secret is sent but never shown/)).toBeVisible();
    const nowhere = async () => {
      const seen = await page.evaluate(
        'document.documentElement.outerHTML + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + location.href',
      );
      expect(seen).not.toContain(secret);
    };
    await nowhere();
    const [second] = await Promise.all([
      page.waitForRequest((candidate) => candidate.method() === 'PUT'),
      save(page).click(),
    ]);
    expect(second.postDataJSON()).toEqual({ data: { client_id: 'moved', client_secret: secret } });
    // The service logs when the secret was entered.
    await expect(page.getByText(/^•••••••• stored (just now|\d+ s ago)$/)).toBeVisible();
    await nowhere();
    await save(page).click();
    await expect(page.getByText('Nothing changed', { exact: true })).toBeVisible();
  });

  test('shows every failing step of a sign-in test, and uses its claims in the playground', async ({
    page,
    apiAs,
  }) => {
    test.slow();
    const { id, issuer } = await demoRecord(await apiAs('admin'));
    await page.goto(`/oidc/${id}`);
    await field(page, 'Username expression').fill('palisade.login');
    let report = await testSignIn(page, 'Olivia Operator');
    await expect(report.getByText('“Username expression” failed')).toBeVisible();
    await expectAccessible(page);
    await report.getByRole('button', { name: 'Use these claims in the playground' }).click();
    await expect(field(page, 'Username expression')).toBeFocused();
    await page
      .getByRole('list', { name: 'ID token claims' })
      .getByRole('button', { name: 'Use preferred_username as a fallback' })
      .click();
    await expect(field(page, 'Username expression')).toHaveValue('palisade.login || preferred_username');
    const result = page.getByRole('status', { name: 'Result of the expression' });
    await expect(result).toContainText('operator from the ID token');
    await page.getByRole('button', { name: 'Check whether this user exists' }).click();
    await expect(page.getByText('A user with this login exists')).toBeVisible();
    report = await testSignIn(page, 'Olivia Operator', 'Wrong issuer');
    await expect(report.getByText('“ID token claims” failed')).toBeVisible();
    await expect(report.getByRole('heading', { name: 'ID token claims (unverified)' })).toBeVisible();
    // The authorization response has the configured issuer, which is right.
    await expect(report.getByRole('button', { name: 'Use this issuer' })).toHaveCount(0);
    await report.getByRole('button', { name: 'Close' }).click();
    await field(page, 'Issuer').fill('https://another-issuer.example');
    report = await testSignIn(page, 'Olivia Operator');
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      report.getByRole('button', { name: 'Use the published issuer and test again' }).first().click(),
    ]);
    await answerProvider(popup, 'Olivia Operator');
    await expect(report.getByText('This would sign in operator')).toBeVisible();
    await report.getByRole('button', { name: 'Close' }).click();
    await expect(field(page, 'Issuer')).toHaveValue(issuer);
    // A provider that denies access: `sign-in-tests.spec.ts`.
    for (const [misbehaviour, step] of [
      ['Bad signature', 'ID token signature'],
      ['UserInfo fails', 'UserInfo response'],
    ] as const) {
      report = await testSignIn(page, 'Olivia Operator', misbehaviour);
      await expect(report.getByText(`“${step}” failed`)).toBeVisible();
      await page.keyboard.press('Escape');
    }
    report = await testSignIn(page, 'Nadia Newcomer');
    await expect(report.getByText('“User” failed')).toBeVisible();
    await expect(report.getByText('nadia from the ID token')).toBeVisible();
    await expect(report.getByRole('button', { name: 'Check whether this user exists' })).toHaveCount(0);
  });

  test('asks before leaving unsaved changes by link, by Back and by closing', async ({ page, apiAs }) => {
    const { id, name } = await createByHand(await apiAs('admin'), fresh('Guarded'));
    await page.goto('/oidc');
    await page.getByRole('link', { name, exact: true }).click();
    await field(page, 'Name').fill('Not saved');
    await page.getByRole('link', { name: 'Groups', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(field(page, 'Name')).toHaveValue('Not saved');
    await page.goBack();
    await dialog.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(page).toHaveURL(new RegExp(`/oidc/${id}$`));
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await page.goBack();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await expect(heading(page, 'OIDC providers')).toBeVisible();
  });

  test('keeps what a job fails to save, and forgets it once a job has saved it', async ({ page, apiAs }) => {
    // The second job takes twenty seconds.
    test.slow();
    const api = await apiAs('admin');
    const { id, name } = await createByHand(api, fresh('By job'));
    const restored = page.getByText('Your unsaved changes were restored');
    const asJob = (outcome: 'fails' | 'slow') =>
      applyRules(api, { endpoint: 'updateOidcOp', effect: { kind: 'job', outcome }, times: 1 });
    const saveAndOpen = async () => {
      await save(page).click();
      await expect(heading(page, 'OIDC providers')).toBeVisible();
      await page.getByRole('link', { name, exact: true }).click();
    };
    await asJob('fails');
    await page.goto(`/oidc/${id}`);
    await field(page, 'Client ID').fill('typed');
    await saveAndOpen();
    await expect(restored).toBeVisible();
    await expect(field(page, 'Client ID')).toHaveValue('typed');

    await asJob('slow');
    await saveAndOpen();
    await expect(page.getByText('This is being changed.')).toBeVisible();
    await expect(field(page, 'Client ID')).toHaveValue('palisade');
    await expect(field(page, 'Client ID')).toHaveValue('typed', { timeout: 60_000 });
    await expect(save(page)).toBeVisible();
    await expect(restored).toBeHidden();
  });

  test('restores unsaved changes after a reload, without the secret, until they are discarded', async ({
    page,
    apiAs,
  }) => {
    const { id, name } = await createByHand(await apiAs('admin'), fresh('Reloaded'));
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`/oidc/${id}`);
    await field(page, 'Name').fill(`${name} typed`);
    await page.getByRole('button', { name: 'Replace secret' }).click();
    await page.getByLabel('Client secret').fill('not to be kept');
    await page.reload();
    await expect(page.getByText('Your unsaved changes were restored')).toBeVisible();
    await expect(field(page, 'Name')).toHaveValue(`${name} typed`);
    await expect(page.getByText('•••••••• stored')).toBeVisible();
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('not to be kept');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(field(page, 'Name')).toHaveValue(name);
    await page.reload();
    await expect(field(page, 'Name')).toHaveValue(name);
  });
});
