import { expect, heading, test } from './fixtures.ts';

test('continues after having been offline', async ({ page, context, signInAs }) => {
  await signInAs('admin');
  await page.goto('/groups/3');
  await expect(page.getByRole('region', { name: 'API paths' })).toBeVisible();
  await page.getByRole('button', { name: 'User admin' }).click();
  const signOut = page.getByRole('menuitem', { name: 'Sign out' });
  await expect(signOut).toBeVisible();
  const badge = page.getByRole('status', { name: 'Connection' });
  await expect(badge).toHaveText('embedded');
  const offline = page.getByRole('alert').filter({ hasText: 'You are offline' });

  const failure = page.getByRole('alert').filter({ hasText: "Couldn't sign out" });
  await test.step("a request that can't be sent", async () => {
    await context.setOffline(true);
    await expect(offline).toBeVisible();
    await expect(badge).toHaveText('offline');
    await signOut.click();
    await expect(failure).toContainText("Couldn't reach the service");
  });

  await test.step('actions are disabled', async () => {
    for (const name of ['Refresh', 'New group', 'Edit', 'New subgroup']) {
      const button = page.getByRole('button', { name, exact: true });
      await expect(button).toBeDisabled();
      await expect(button).toHaveAttribute('title', /^You're offline/);
    }
  });

  await test.step('actions are enabled once back online', async () => {
    await context.setOffline(false);
    await expect(offline).toBeHidden();
    await expect(badge).toHaveText('embedded');
    await expect(page.getByRole('button', { name: 'New subgroup' })).toBeEnabled();
  });

  await test.step('a page that was requested opens once back online', async () => {
    await context.setOffline(true);
    await page.getByRole('link', { name: 'OIDC providers' }).click();
    await expect(page).toHaveURL(/oidc/);
    await expect(offline).toBeVisible();
    await context.setOffline(false);
    await expect(heading(page, 'OIDC providers')).toBeVisible();
  });
});
