import { expect, heading, passwordOf, test } from './fixtures.ts';
import { body, calls, detail, inspector, openInspector, rows } from './inspector-helpers.ts';
import { palette } from './palette.ts';

test("shows the session's calls next to the page", async ({ page, signInAs }) => {
  await test.step('a call is sent again', async () => {
    await signInAs('admin');
    await page.goto('/groups/1');
    await expect(heading(page, 'EMEA')).toBeVisible();
    await openInspector(page);
    await expect(calls(page)).toBeFocused();
    // The page may still load other records.
    const authentications = rows(page).filter({ hasText: '/authentication' });
    await expect(authentications.first()).toBeVisible();
    await authentications.first().click();
    const before = await authentications.count();
    await detail(page).getByRole('button', { name: 'Send again' }).click();
    await expect(authentications).toHaveCount(before + 1);
    await expect(body(page, 'Response')).toContainText('"login": "admin"');
  });

  await test.step('another session has its own calls', async () => {
    await page.getByRole('button', { name: 'User admin' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Login').fill('auditor');
    await page.getByLabel('Password').fill(passwordOf('auditor'));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('button', { name: 'User auditor' })).toBeVisible();
    await expect(inspector(page)).toBeHidden();
    await page.keyboard.press('Control+K');
    await palette(page).fill('inspector');
    await page.getByRole('option', { name: 'Open request inspector' }).click();
    // Those of the session before are gone, but not the sign-in, which was on another page.
    await expect(rows(page).filter({ hasText: /POST|DELETE/ })).toHaveText([/^POST\/authentication201/]);
  });
});
