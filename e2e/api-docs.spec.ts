import { expect, heading, test } from './fixtures.ts';

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
