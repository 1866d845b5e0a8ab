import type { Page } from '@playwright/test';
import { goTo, signIn, signOut } from './actions.ts';
import { expect, heading, passwordOf, test, type Role } from './fixtures.ts';
import { endSessionAt } from './gateway.ts';

const signInPage = (page: Page) => page.getByRole('heading', { name: 'Sign in to Palisade' });
const submit = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).click();
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
  await submit(page);
}

test('a session', async ({ page, context }) => {
  await test.step('starts where the user wanted to go', async () => {
    // Asks to sign in rather than showing why a page failed to load.
    for (const address of ['/groups/import', '/access/users?q=tara']) {
      await page.goto(address);
      await expect(signInPage(page)).toBeVisible();
    }
    await signIn(page, 'admin', passwordOf('admin'));
    await expect(heading(page, 'Users')).toBeVisible();
    await expect(page).toHaveURL('/access/users?q=tara');
    await expect(page.getByLabel('Search users')).toHaveValue('tara');
  });

  const other = await context.newPage();
  await test.step('ends in every tab', async () => {
    await other.goto('/access');
    await signedInAs(other, 'admin');
    await page.getByRole('link', { name: 'My access' }).click();
    await signedInAs(page, 'admin');
    await signOut(page);
    await expect(signInPage(page)).toBeVisible();
    await expect(signInPage(other)).toBeVisible();
    await expect(other.getByText("You're signed out")).toBeVisible();
    await expect(other).toHaveURL('/sign-in?signed_out=yes');
    expect((await context.request.get('/api/authentication')).status()).toBe(401);
  });

  await test.step('leaves no user data', async () => {
    await page.goBack();
    await expect(page).toHaveURL(/return_to=%2Faccess%2Fusers/);
    await expect(signInPage(page)).toBeVisible();
    await expect(page.getByText('You are signed in as admin')).toBeHidden();
    await signInAsDemo(page, 'guest');
    await expect(page.getByRole('button', { name: 'User guest' })).toBeVisible();
    await expect(page.getByText('tara')).toBeHidden();
  });

  await test.step('begins in every tab', async () => {
    await expect(other.getByRole('button', { name: 'User guest' })).toBeVisible();
    await expect(other).toHaveURL('/');
  });
});

test('the sign-in page keeps rejected input, also while offline', async ({ page, context }) => {
  await page.goto('/sign-in');
  const login = page.getByLabel('Login');
  const password = page.getByLabel('Password');
  // As a password manager that sends no events.
  await expect(page.getByRole('heading', { name: 'Demo sign-ins' })).toBeVisible();
  await page.evaluate("document.querySelector('[name=username]').value = 'nobody-here'");
  await password.fill('seen');
  await password.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Wrong login or password');
  await expect(login).toHaveValue('nobody-here');
  await context.setOffline(true);
  await submit(page);
  await expect(page.getByRole('alert')).toContainText("Couldn't reach the service");
  await expect(password).toHaveValue('seen');
});

test('renews a session in place', async ({ page, context, signInAs, apiAs }) => {
  await signInAs('operator');
  await page.goto('/jobs');
  await expect(heading(page, 'Jobs')).toBeVisible();

  await test.step('loads a page that failed', async () => {
    await context.clearCookies();
    await goTo(page, 'Groups');
    await renew(page, 'operator');
    await expect(page.getByRole('tree')).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
  });

  const name = page.getByRole('dialog').getByLabel('Name');
  await test.step('keeps a draft', async () => {
    await page.getByRole('button', { name: 'New subgroup' }).click();
    await name.fill('Typed before the session ended');
    await endSessionAt(await apiAs('admin'), 'createGroup');
    await name.press('Enter');
    await expect(signInAgain(page).getByLabel('Login')).toHaveValue('operator');
    await expect(signInAgain(page).getByLabel('Password')).toBeFocused();
    await renew(page, 'operator');
  });

  await test.step('sends it again', async () => {
    await expect(signInAgain(page)).toBeHidden();
    await expect(name).toHaveValue('Typed before the session ended');
    const problem = page.getByRole('dialog').getByRole('alert');
    await expect(problem).toContainText('Your session had ended');
    await expect(name).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Typed before the session ended')).toBeVisible();
  });
});

test('follows a sign-in in another tab', async ({ page, context, signInAs }) => {
  await signInAs('operator');
  await page.goto('/access');
  await signedInAs(page, 'operator');

  const again = signInAgain(page);
  const other = await test.step('of the same user', async () => {
    await context.clearCookies();
    await focus(page);
    await expect(again).toBeVisible();
    return context.newPage();
  });

  await test.step('of another user', async () => {
    await other.goto('/sign-in?return_to=/access');
    await signInAsDemo(other, 'operator');
    await expect(again).toBeHidden();
    await signedInAs(page, 'operator');

    await other.goto('/sign-in?return_to=/access');
    await signInAsDemo(other, 'auditor');
    await expect(page.getByRole('dialog', { name: 'You are now signed in as auditor' })).toBeVisible();
    await expect(page.getByText('You are signed in as operator')).toBeHidden();
  });
});

test('notices another user', async ({ page, context, signInAs }) => {
  await signInAs('operator');
  await page.goto('/access');
  await signedInAs(page, 'operator');

  await test.step('when the tab is shown again', async () => {
    // Without a message from another tab.
    await signInAs('auditor');
    await focus(page);
    const stop = page.getByRole('dialog', { name: 'You are now signed in as auditor in another tab' });
    await expect(stop).toBeVisible();
    await expect(page.getByText('You are signed in as operator')).toBeHidden();
    await stop.getByRole('button', { name: 'Reload' }).click();
    await signedInAs(page, 'auditor');
  });

  await test.step('who signs in on the page', async () => {
    await context.clearCookies();
    await focus(page);
    await signInAgain(page).getByLabel('Login').fill('operator');
    await renew(page, 'operator');
    await signedInAs(page, 'operator');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveURL('/access');
  });
});

test('asks before signing out loses changes, and asks in no other tab', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('admin');
  const prompts: string[] = [];
  const other = await context.newPage();
  for (const tab of [page, other]) {
    tab.on('dialog', (prompt) => {
      prompts.push(prompt.type());
      void prompt.dismiss();
    });
    await tab.goto('/oidc/new');
    await tab.getByRole('textbox', { name: 'Name', exact: true }).fill('Half done');
  }
  await signOut(page);
  const question = page.getByRole('dialog', { name: 'Sign out without saving?' });
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(signInPage(page)).toBeVisible();
  await expect(signInPage(other)).toBeVisible();
  expect(prompts).toEqual([]);
});
