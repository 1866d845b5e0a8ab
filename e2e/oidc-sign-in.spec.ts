import { signOut } from './actions.ts';
import { expect, test } from './fixtures.ts';
import { answer, signInOverHttp } from './oidc-helpers.ts';

test('signs in through the demo provider', async ({ page }) => {
  await test.step('signs in', async () => {
    await page.goto('/sign-in?return_to=%2Faccess');
    await page.getByRole('link', { name: 'Demo sign-in' }).click();
    await answer(page, 'Ada Admin');
    await expect(page).toHaveURL(/\/access$/);
    const response = await page.request.get('/api/authentication');
    expect(await response.json()).toMatchObject({ login: 'admin', logout: { method: 'local' } });
  });

  await test.step('signs out locally', async () => {
    await signOut(page);
    const notice = page.getByRole('alert').filter({ hasText: "You're signed out" });
    await expect(notice).toContainText('you may still be signed in there');
    expect((await page.request.get('/api/authentication')).status()).toBe(401);
  });
});

test('refuses another person with the same login until an administrator accepts', async ({
  page,
  apiAs,
  signInAs,
}) => {
  const api = await apiAs('admin');
  await signInOverHttp(api, { persona: 'ada' });
  const claims = JSON.stringify({ sub: 'somebody-else', preferred_username: 'admin' });
  const other = { persona: 'ada', 'idToken.ada': claims };
  const refused = await signInOverHttp(api, other);
  expect(refused).toContain('oidc_error=subject_changed');
  await signInAs('admin');
  const [reference = ''] = /[A-Z]{8}$/.exec(refused) ?? [];
  await page.goto(`/activity?reference=${reference}`);
  await page.getByRole('row', { name: /Another person with this login/ }).click();
  await page.getByRole('button', { name: 'Accept the next sign-in' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept the next sign-in' }).click();
  await expect(page.getByText('The next sign-in is accepted')).toBeVisible();
  expect(await signInOverHttp(api, other)).toBe('/access');
  await page.goto('/access/users/1?tab=sign-in');
  await page.getByRole('button', { name: 'Forget the identity at Demo sign-in' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget the identity' }).click();
  await expect(page.getByRole('button', { name: 'Forget the identity at Demo sign-in' })).toBeHidden();
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

test('a sign-out redirects to the configured page, if there is one', async ({ page, apiAs, baseURL }) => {
  const bye = `${baseURL}/-/health`;
  const data = { post_logout_redirect_uri: bye };
  await (await apiAs('admin')).put('/api/oidc_ops/1', { data: { data } });
  await signInOverHttp(page.request, { persona: 'ada' });
  await page.goto('/access');
  await signOut(page);
  await expect(page).toHaveURL(bye);
  expect((await page.request.get('/api/authentication')).status()).toBe(401);

  await test.step('none is offered if the provider has none', async () => {
    await (await apiAs('admin')).put('/api/oidc_ops/1', { data: { data: { logout_method: 'none' } } });
    await signInOverHttp(page.request, { persona: 'ada' });
    await page.goto('/access');
    await page.getByRole('button', { name: 'User admin' }).click();
    await expect(page.getByRole('menuitem', { name: 'Preferences' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toHaveCount(0);
  });
});
