import { expect, heading, test } from './fixtures.ts';
import { palette } from './palette.ts';

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

test('the guide is served with the console', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/oidc');
  const [guide] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Help' }).click(),
  ]);
  await expect(guide.getByRole('heading', { level: 1, name: 'Connect a provider' })).toBeVisible();
  await guide.close();
  await page.bringToFront();
  await page.keyboard.press('Control+k');
  await palette(page).fill('sign someone out');
  const [section] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('option', { name: 'Sign someone out For administrators' }).click(),
  ]);
  await expect(section).toHaveURL(/\/-\/docs\/guide\/administrator#sign-someone-out$/);
  await expect(section.getByRole('heading', { name: 'Sign someone out' })).toBeVisible();
  await section.close();
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
