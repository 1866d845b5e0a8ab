import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { signInOverHttp } from './oidc-helpers.ts';

/** Signs in through the demo provider with a persona and an error to simulate. */
async function signInAtProvider(page: Page, persona: string, misbehaviour = 'None'): Promise<void> {
  await page.goto('/sign-in?return_to=%2Faccess');
  await page.getByRole('link', { name: 'Demo sign-in' }).click();
  await answer(page, persona, misbehaviour);
}

/** Chooses a persona and an error at the demo provider. */
async function answer(page: Page, persona: string, misbehaviour = 'None'): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${persona} `) }).check();
  await page.getByRole('radio', { name: new RegExp(`^${misbehaviour} `) }).check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('signs in through the demo provider', async ({ page }) => {
  await test.step('a rejected sign-in is explained', async () => {
    await signInAtProvider(page, 'Ada Admin', 'Access denied');
    await expect(page).toHaveURL(
      /\/sign-in\?oidc_error=denied_by_provider&oidc_op=\d+&return_to=%2Faccess%23signed-in&reference=[0-9A-Z]{8}$/,
    );
    const alert = page.getByRole('alert').filter({ hasText: "Couldn't sign in with Demo sign-in" });
    await expect(alert).toContainText(/Code: denied_by_provider\. Reference: [0-9A-Z]{8}$/);
    await expectAccessible(page);
    expect((await page.request.get('/api/authentication')).status()).toBe(401);
  });

  await test.step('signs in', async () => {
    await page.getByRole('link', { name: 'Demo sign-in' }).click();
    await answer(page, 'Ada Admin');
    await expect(page).toHaveURL(/\/access$/);
    const response = await page.request.get('/api/authentication');
    expect(await response.json()).toMatchObject({ login: 'admin', logout: { method: 'local' } });
  });

  await test.step('signs out locally', async () => {
    await page.getByRole('button', { name: 'User admin' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const notice = page.getByRole('alert').filter({ hasText: "You're signed out" });
    await expect(notice).toContainText('you may still be signed in there');
    expect((await page.request.get('/api/authentication')).status()).toBe(401);
  });
});

test("stays at a provider that never sends the user back or doesn't know the redirect URI", async ({
  page,
}) => {
  await signInAtProvider(page, 'Olivia Operator', 'Never returns');
  await expect(page.getByRole('main')).toContainText("doesn't send you back");
  await expectAccessible(page);
  await signInAtProvider(page, 'Olivia Operator', 'Wrong redirect URI');
  await expect(page.getByRole('main')).toContainText("isn't registered for this client");
  await expectAccessible(page);
});

test('explains a response that a provider sends as a form', async ({ page, baseURL }) => {
  const provider = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(
      `<form method="post" action="${baseURL}/api/oidc_logins/callback"><input name="code" value="1"><button>Continue</button></form>`,
    );
  }).listen(0, 'localhost');
  await once(provider, 'listening');
  await page.goto(`http://localhost:${(provider.address() as AddressInfo).port}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Response sent as a form');
  await expect(alert).toContainText(/Code: form_response\. Reference: [A-Z]{8}/);
  provider.close();
});

test('renews a session through the provider', async ({ page, context, signInAs }) => {
  await signInAs('admin');
  await page.goto('/oidc/new');
  await page.getByRole('textbox', { name: /^Name/ }).fill('Typed before');
  await context.clearCookies({ name: 'session' });
  await page.evaluate("dispatchEvent(new Event('focus'))");
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('link', { name: 'Demo sign-in' }).click(),
  ]);
  await answer(other, 'Ada Admin');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('Typed before');
});

test('signs out as configured', async ({ page, apiAs, baseURL }) => {
  const api = await apiAs('admin');

  await test.step('redirects to the configured page', async () => {
    const bye = `${baseURL}/-/health`;
    await api.put('/api/oidc_ops/1', { data: { data: { post_logout_redirect_uri: bye } } });
    await signInOverHttp(page.request, { persona: 'ada' });
    await page.goto('/access');
    await page.getByRole('button', { name: 'User admin' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(bye);
    expect((await page.request.get('/api/authentication')).status()).toBe(401);
  });

  await test.step('method none hides sign-out', async () => {
    const none = { logout_method: 'none', post_logout_redirect_uri: '' };
    await api.put('/api/oidc_ops/1', { data: { data: none } });
    await signInOverHttp(page.request, { persona: 'ada' });
    await page.goto('/access');
    await page.getByRole('button', { name: 'User admin' }).click();
    await expect(page.getByRole('menuitem', { name: 'Light theme' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toHaveCount(0);
    expect((await page.request.delete('/api/authentication')).status()).toBe(403);
    await api.put('/api/oidc_ops/1', { data: { data: { logout_method: 'local' } } });
  });
});
