import { expect, expectAccessible, passwordOf, test } from './fixtures.ts';
import { endSessionAt, remove, startGateway } from './gateway.ts';

test('signs in, returns to the requested page, and signs out in every tab', async ({ page, context }) => {
  await page.goto('/groups/1?q=bank');
  await expect(page.getByRole('heading', { name: 'Sign in to Palisade' })).toBeVisible();
  await page.getByLabel('Login').fill('admin');
  await page.getByLabel('Password').fill(passwordOf('admin'));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'EMEA', level: 1 })).toBeVisible();
  expect(page.url()).toContain('q=bank');
  await expect(page.getByLabel('Filter groups')).toHaveValue('bank');

  const other = await context.newPage();
  await other.goto('/access');
  await expect(other.getByRole('heading', { name: 'Access' })).toBeVisible();
  await page.getByRole('button', { name: 'User admin' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Palisade' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Sign in to Palisade' })).toBeVisible();
  expect((await context.request.get('/api/authentication')).status()).toBe(401);
});

test('asks to sign in rather than showing why a page failed to load', async ({ page, signInAs }) => {
  await page.goto('/imports');
  await expect(page.getByRole('heading', { name: 'Sign in to Palisade' })).toBeVisible();
  await signInAs('admin');
  await page.goto('/imports');
  await expect(page.getByLabel('Groups to import')).toBeVisible();
});

test('shows how long to wait after too many failures', async ({ page, request }) => {
  for (let failure = 0; failure < 9; failure += 1) {
    await request.post('/api/authentication', { data: { data: { login: 'throttled', password: 'wrong' } } });
  }
  await page.goto('/sign-in');
  await page.getByLabel('Login').fill('throttled');
  await page.getByLabel('Password').fill('wrong');
  await expect(async () => {
    await page.getByRole('button', { name: 'Sign in', exact: true }).click({ timeout: 1000 });
    await expect(page.getByRole('alert')).toContainText(/Try again in \d+ seconds?\./, { timeout: 1000 });
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled({ timeout: 1 });
  }).toPass();
  await expect(page.getByRole('alert')).toContainText('You can try again now', { timeout: 20_000 });
});

test('the sign-in page is accessible, fills in a demo sign-in, and never redirects to another site', async ({
  page,
  baseURL,
}) => {
  await page.goto('/sign-in?return_to=https://example.com/');
  await expect(page.getByRole('heading', { name: 'Demo sign-ins' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^auditor/ }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'User auditor' })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(baseURL);
});

test('renews a session in place and keeps the draft', async ({ page, signInAs, apiAs }) => {
  await signInAs('operator');
  await page.goto('/groups/4');
  await page.getByRole('button', { name: 'New subgroup' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Typed before the session ended');
  await endSessionAt(await apiAs('admin'), 'createSubGroup');
  await page.getByRole('button', { name: 'Create group' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  await expect(again.getByLabel('Login')).toHaveValue('operator');
  await expect(again.getByLabel('Password')).toBeFocused();
  await again.getByLabel('Password').fill(passwordOf('operator'));
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(again).toBeHidden();
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Typed before the session ended');
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('heading', { name: 'Typed before the session ended', level: 1 })).toBeVisible();
});

test('loads a page that failed once the session is renewed', async ({ page, context, signInAs }) => {
  await signInAs('operator');
  await page.goto('/jobs');
  await expect(page.getByRole('heading', { name: 'Jobs' })).toBeVisible();
  await context.clearCookies();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Groups' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password').fill(passwordOf('operator'));
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('tree')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('blocks the page when another user signs in in another tab', async ({ page, context, signInAs }) => {
  await signInAs('operator');
  await page.goto('/access');
  await expect(page.getByText('You are signed in as operator')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/sign-in');
  await other.getByRole('button', { name: /^auditor/ }).click();
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'You are now signed in as auditor' })).toBeVisible();
  await expect(page.getByText('You are signed in as operator')).toBeHidden();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('button', { name: 'User auditor' })).toBeVisible();
});

test('keeps no user data after sign-out', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/access');
  await page.getByRole('link', { name: 'Groups', exact: true }).click();
  await expect(page.getByRole('tree', { name: 'Groups' })).toBeVisible();
  await page.getByRole('button', { name: 'User admin' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Palisade' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in to Palisade' })).toBeVisible();
  await expect(page.getByText('You are signed in as admin')).toBeHidden();
  await page.getByRole('button', { name: /^guest/ }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('You are signed in as guest')).toBeVisible();
});

test('continues when the same user signs in again in another tab', async ({ page, context, signInAs }) => {
  await signInAs('operator');
  await page.goto('/access');
  await expect(page.getByText('You are signed in as operator')).toBeVisible();
  await context.clearCookies();
  await page.evaluate("dispatchEvent(new Event('focus'))");
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(again).toBeVisible();
  const other = await context.newPage();
  await other.goto('/sign-in');
  await other.getByRole('button', { name: /^operator/ }).click();
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await expect(again).toBeHidden();
});

test('starts over when another user signs in on the page', async ({ page, context, signInAs }) => {
  await signInAs('operator');
  await page.goto('/access');
  await expect(page.getByText('You are signed in as operator')).toBeVisible();
  await context.clearCookies();
  await page.evaluate("dispatchEvent(new Event('focus'))");
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Login').fill('auditor');
  await again.getByLabel('Password').fill(passwordOf('auditor'));
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('You are signed in as auditor')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('notices another user when the tab is shown again, without a message from the other tab', async ({
  page,
  signInAs,
}) => {
  await signInAs('operator');
  await page.goto('/access');
  await expect(page.getByText('You are signed in as operator')).toBeVisible();
  await signInAs('auditor');
  await page.evaluate("dispatchEvent(new Event('focus'))");
  const stop = page.getByRole('dialog', { name: 'You are now signed in as auditor in another tab' });
  await expect(stop).toBeVisible();
  await expect(page.getByText('You are signed in as operator')).toBeHidden();
  await expectAccessible(page);
  await stop.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('You are signed in as auditor')).toBeVisible();
});

test("reports that the service can't be reached", async ({ browser, gateway }) => {
  const front = await startGateway({ SERVICE_URL: `${gateway.url}/api` }, []);
  const page = await browser.newPage();
  await page.goto(front.url);
  await page.getByLabel('Login').fill('admin');
  await page.getByLabel('Password').fill(passwordOf('admin'));
  await front.stop();
  remove(front.dataDir);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText("Couldn't reach the service");
  await expect(page.getByLabel('Password')).toHaveValue(passwordOf('admin'));
  await page.close();
});

test('the sign-in page works with password managers and paste, shows the password on demand, and keeps rejected input, at 320 px', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/sign-in');
  await expect(page).toHaveTitle('Sign in · Palisade');
  await expect(page.getByLabel('Login')).toHaveAttribute('autocomplete', 'username');
  const password = page.getByLabel('Password');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await page.evaluate("navigator.clipboard.writeText('seen')");
  await password.press('ControlOrMeta+v');
  await expect(password).toHaveValue('seen');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show characters' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByLabel('Login').fill('nobody-here');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Wrong login or password');
  await expect(page.getByLabel('Login')).toHaveValue('nobody-here');
  await expect(password).toHaveValue('seen');
  await expect(page.getByText('Connected to the embedded service')).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
});
