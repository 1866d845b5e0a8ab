import type { Page } from '@playwright/test';
import { expect, expectAccessible, heading, passwordOf, test, type Role } from './fixtures.ts';
import { endSessionAt } from './gateway.ts';

const signInPage = (page: Page) => page.getByRole('heading', { name: 'Sign in to Palisade' });
const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).click();
const signedInAs = (page: Page, login: string) =>
  expect(page.getByText(`You are signed in as ${login}`)).toBeVisible();
const signInAgain = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

async function renew(page: Page, as: Role): Promise<void> {
  await signInAgain(page).getByLabel('Password').fill(passwordOf(as));
  await signInAgain(page).getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Has the page check its session, as when the tab is shown again. */
const focus = (page: Page) => page.evaluate("dispatchEvent(new Event('focus'))");

/** Signs in with a button of the demo. */
async function signInAsDemo(page: Page, login: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${login}`) }).click();
  await signIn(page);
}

test('signs in, returns to the requested page, signs out in every tab, and keeps no user data', async ({
  page,
  context,
}) => {
  // Asks to sign in rather than showing why a page failed to load.
  for (const address of ['/imports', '/access/users?q=tara']) {
    await page.goto(address);
    await expect(signInPage(page)).toBeVisible();
  }
  await page.getByLabel('Login').fill('admin');
  await page.getByLabel('Password').fill(passwordOf('admin'));
  await signIn(page);
  await expect(heading(page, 'Users')).toBeVisible();
  await expect(page).toHaveURL('/access/users?q=tara');
  await expect(page.getByLabel('Search users')).toHaveValue('tara');

  const other = await context.newPage();
  await other.goto('/access');
  await signedInAs(other, 'admin');
  await page.getByRole('link', { name: 'My access' }).click();
  await signedInAs(page, 'admin');
  await page.getByRole('button', { name: 'User admin' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(signInPage(page)).toBeVisible();
  await expect(signInPage(other)).toBeVisible();
  expect((await context.request.get('/api/authentication')).status()).toBe(401);

  await page.goBack();
  await expect(page).toHaveURL(/return_to=%2Faccess%2Fusers/);
  await expect(signInPage(page)).toBeVisible();
  await expect(page.getByText('You are signed in as admin')).toBeHidden();
  await signInAsDemo(page, 'guest');
  await expect(page.getByRole('button', { name: 'User guest' })).toBeVisible();
  await expect(page.getByText('tara')).toBeHidden();
});

test('the sign-in page works with password managers and paste, keeps rejected input, shows how long to wait, and never redirects to another site', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  for (let failure = 0; failure < 9; failure += 1) {
    await request.post('/api/authentication', { data: { data: { login: 'throttled', password: 'wrong' } } });
  }
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/sign-in?return_to=https://example.com/');
  await expect(page.getByRole('heading', { name: 'Demo sign-ins' })).toBeVisible();
  await expect(page).toHaveTitle('Sign in · Palisade');
  await expectAccessible(page);

  await page.setViewportSize({ width: 320, height: 640 });
  const login = page.getByLabel('Login');
  await expect(login).toHaveAttribute('autocomplete', 'username');
  const password = page.getByLabel('Password');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await page.evaluate("navigator.clipboard.writeText('seen')");
  await password.press('ControlOrMeta+v');
  await expect(password).toHaveValue('seen');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show characters' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await login.fill('nobody-here');
  await page.keyboard.press('Enter');
  const problem = page.getByRole('alert');
  await expect(problem).toContainText('Wrong login or password');
  await expect(login).toHaveValue('nobody-here');
  await expect(password).toHaveValue('seen');
  await expect(page.getByText('Connected to the embedded service')).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  await context.setOffline(true);
  await signIn(page);
  await expect(problem).toContainText("Couldn't reach the service");
  await expect(password).toHaveValue('seen');
  await context.setOffline(false);

  await login.fill('throttled');
  await expect(async () => {
    await page.getByRole('button', { name: 'Sign in', exact: true }).click({ timeout: 10_000 });
    await expect(problem).toContainText(/Try again in \d+ seconds?\./, { timeout: 10_000 });
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled({ timeout: 1 });
  }).toPass();
  await expect(problem).toContainText('You can try again now');

  await signInAsDemo(page, 'auditor');
  await expect(heading(page, 'Overview')).toBeVisible();
  await expect(page.getByRole('button', { name: 'User auditor' })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(baseURL);
});

test('renews a session in place, loads a page that failed, keeps a draft and sends it again', async ({
  page,
  context,
  signInAs,
  apiAs,
}) => {
  await signInAs('operator');
  await page.goto('/jobs');
  await expect(heading(page, 'Jobs')).toBeVisible();
  await context.clearCookies();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Groups' }).click();
  await renew(page, 'operator');
  await expect(page.getByRole('tree')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();

  await page.getByRole('button', { name: 'New subgroup' }).click();
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.fill('Typed before the session ended');
  await endSessionAt(await apiAs('admin'), 'createGroup');
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(signInAgain(page).getByLabel('Login')).toHaveValue('operator');
  await expect(signInAgain(page).getByLabel('Password')).toBeFocused();
  await renew(page, 'operator');
  await expect(signInAgain(page)).toBeHidden();
  await expect(name).toHaveValue('Typed before the session ended');
  const problem = page.getByRole('dialog').getByRole('alert');
  await expect(problem).toContainText('Your session had ended');
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'Typed before the session ended')).toBeVisible();
});

test('continues when the same user signs in again in another tab, and is blocked when another user does', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('operator');
  await page.goto('/access');
  await signedInAs(page, 'operator');
  await context.clearCookies();
  await focus(page);
  const again = signInAgain(page);
  await expect(again).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(again).toBeVisible();
  const other = await context.newPage();
  await other.goto('/sign-in?return_to=/access');
  await signInAsDemo(other, 'operator');
  await expect(again).toBeHidden();
  await signedInAs(page, 'operator');

  await other.goto('/sign-in?return_to=/access');
  await signInAsDemo(other, 'auditor');
  await expect(page.getByRole('dialog', { name: 'You are now signed in as auditor' })).toBeVisible();
  await expect(page.getByText('You are signed in as operator')).toBeHidden();
});

test('notices another user when the tab is shown again, and starts over when another signs in on the page', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('operator');
  await page.goto('/access');
  await signedInAs(page, 'operator');
  // Without a message from another tab.
  await signInAs('auditor');
  await focus(page);
  const stop = page.getByRole('dialog', { name: 'You are now signed in as auditor in another tab' });
  await expect(stop).toBeVisible();
  await expect(page.getByText('You are signed in as operator')).toBeHidden();
  await expectAccessible(page);
  await stop.getByRole('button', { name: 'Reload' }).click();
  await signedInAs(page, 'auditor');

  await context.clearCookies();
  await focus(page);
  await signInAgain(page).getByLabel('Login').fill('operator');
  await renew(page, 'operator');
  await signedInAs(page, 'operator');
  await expect(page.getByRole('dialog')).toBeHidden();
});
