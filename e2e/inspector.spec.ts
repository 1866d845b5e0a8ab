import { run, signIn, signOut } from './actions.ts';
import { expect, heading, passwordOf, test } from './fixtures.ts';
import { body, calls, detail, inspector, openInspector, rows } from './inspector-helpers.ts';

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
    await signOut(page);
    await signIn(page, 'auditor', passwordOf('auditor'));
    await expect(page.getByRole('button', { name: 'User auditor' })).toBeVisible();
    await expect(inspector(page)).toBeHidden();
    await run(page, 'open request inspector');
    // Those of the session before are gone, but not the sign-in, which was on another page.
    await expect(rows(page).filter({ hasText: /POST|DELETE/ })).toHaveText([/^POST\/authentication201/]);
  });
});
