import { expect, heading, test } from './fixtures.ts';

test('a sign-out sent from the API page ends the session in every tab', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('operator');
  const other = await context.newPage();
  await other.goto('/jobs');
  await expect(heading(other, 'Jobs')).toBeVisible();
  await page.goto('/-/docs?operation=signOut');
  await page.getByRole('button', { name: 'Send DELETE' }).click();
  await page
    .getByRole('dialog', { name: 'Send DELETE /authentication?' })
    .getByRole('button', { name: 'Send DELETE /authentication' })
    .click();
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Sign in to Palisade' })).toBeVisible();
});

test('a new version is announced once', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/jobs');
  const news = page.getByRole('status').filter({ hasText: "What's new in version" });
  await expect(heading(page, 'Jobs')).toBeVisible();
  await page.evaluate(`localStorage.setItem('palisade-version', '"0.0.1"')`);
  await page.reload();
  await expect(news.getByRole('link', { name: 'View' })).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Jobs')).toBeVisible();
  await expect(news).toHaveCount(0);
});
