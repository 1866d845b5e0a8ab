import { execFileSync } from 'node:child_process';
import { expect, heading, passwordOf, test } from './fixtures.ts';
import { remove, temporaryFolder } from './gateway.ts';
import { body, calls, copiedAs, detail, inspector, openInspector, rows } from './inspector-helpers.ts';
import { palette } from './palette.ts';

test("shows the session's calls next to the page", async ({ page, context, signInAs, apiAs }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const api = await apiAs('admin');
  const { user } = await (await api.get('/api/authentication')).json();
  const data = { data: { name: 'For curl' } };
  const { key } = await (await api.post(`/api${user}/api_keys`, { data })).json();

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

  const name = `It's "$HOME" \`id\` ${Date.now()}`;
  await test.step('a group is created', async () => {
    await page.getByRole('button', { name: 'New subgroup' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create group' }).click();
    await rows(page).filter({ hasText: 'POST' }).click();
    await expect(detail(page).getByRole('heading', { level: 2 })).toHaveText('POST /groups/1/groups');
  });

  const folder = temporaryFolder();
  const run = (command: string, environment: Record<string, string> = {}) =>
    execFileSync('/bin/sh', ['-c', command.replace(/^curl /, 'curl -sS ')], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      encoding: 'utf8',
    });
  await test.step('a write is copied as cURL with an API key', async () => {
    const withKey = await copiedAs(page, 'cURL with an API key');
    expect(JSON.parse(run(withKey, { API_KEY: key }))).toEqual({ detail: [expect.stringContaining('name')] });
  });

  await test.step('a write is copied as fetch', async () => {
    const sending = await copiedAs(page, 'fetch');
    const [response] = await Promise.all([
      page.waitForResponse((received) => received.request().method() === 'POST'),
      page.evaluate(`(async () => { ${sending} })()`),
    ]);
    expect(response.status()).toBe(409);
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

  await test.step('a sign-in is copied as cURL without its password', async () => {
    await rows(page).filter({ hasText: 'POST' }).click();
    const signIn = await copiedAs(page, 'cURL with a cookie jar');
    expect(signIn).not.toContain(passwordOf('auditor'));
    expect(JSON.parse(run(signIn, { PASSWORD: passwordOf('auditor') }))).toMatchObject({ login: 'auditor' });
    remove(folder);
  });
});
