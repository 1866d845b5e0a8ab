import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, passwordOf, test } from './fixtures.ts';
import { remove, startGateway, temporaryFolder } from './gateway.ts';
import { body, calls, copiedAs, detail, inspector, openInspector, rows, saved } from './inspector-helpers.ts';
import { palette } from './palette.ts';
import { startDeviatingService } from './deviating-service.ts';

const treeitem = (page: Page, name: string) => page.getByRole('treeitem', { name });

test("shows the tab's calls next to the page, which stays usable", async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/groups');
  await treeitem(page, 'EMEA').click();
  await openInspector(page);
  await expect(calls(page)).toBeFocused();
  await expect(rows(page).filter({ hasText: '/authentication' }).first()).toContainText(
    /GET.*200.*\d m?s.*B/,
  );

  await page.getByRole('button', { name: 'New subgroup' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Seen by the inspector');
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('heading', { name: 'Seen by the inspector', level: 1 })).toBeVisible();
  const created = rows(page).filter({ hasText: 'POST' });
  await expect(created).toContainText('201');
  await created.click();
  await expect(detail(page).getByRole('heading', { level: 2 })).toHaveText(/^POST \/groups\/\d+\/groups$/);
  await expect(body(page, 'Request')).toContainText('"name": "Seen by the inspector"');
  await expect(body(page, 'Response')).toContainText('"mode": "NONE"');
  await expect(detail(page).getByLabel('Response headers')).toContainText('application/json');
  await expect(detail(page).getByRole('button', { name: 'Copy request ID' })).toBeVisible();
  await expect(detail(page).getByRole('button', { name: 'Send again' })).toBeHidden();
  await expectAccessible(page);
});

test('filters, repeats and clears calls', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/oidc/999999');
  await page.getByRole('button', { name: 'User admin' }).click();
  await page.getByRole('menuitem', { name: 'Request inspector' }).click();
  await expect(rows(page).filter({ hasText: '/oidc_ops/999999' })).toContainText('404');
  await inspector(page).getByLabel('Status').selectOption('4xx Client errors');
  await expect(rows(page)).toHaveCount(await rows(page).filter({ hasText: '404' }).count());
  await inspector(page).getByLabel('Method').selectOption('DELETE');
  await expect(inspector(page).getByText('No calls match the filter.')).toBeVisible();
  await inspector(page).getByLabel('Method').selectOption('All methods');
  await inspector(page).getByLabel('Status').selectOption('All statuses');
  await inspector(page).getByLabel('Filter calls').fill('/authentication');
  await expect(rows(page).filter({ hasNotText: '/authentication' })).toHaveCount(0);
  const before = await rows(page).count();
  await calls(page).focus();
  await page.keyboard.press('End');
  await expect(rows(page).last()).toHaveAttribute('aria-selected', 'true');
  await detail(page).getByRole('button', { name: 'Send again' }).click();
  await expect(rows(page)).toHaveCount(before + 1);
  await expect(rows(page).first()).toHaveAttribute('aria-selected', 'true');
  await expect(body(page, 'Response')).toContainText('"login": "admin"');

  await inspector(page).getByLabel('Filter calls').fill('nothing like this');
  await expect(rows(page)).toHaveCount(0);
  await inspector(page).getByLabel('Filter calls').press('Escape');
  await expect(inspector(page).getByLabel('Filter calls')).toHaveValue('');
  await inspector(page).getByRole('button', { name: 'Clear' }).click();
  await expect(inspector(page).getByText('No calls yet.')).toBeVisible();

  const line = inspector(page).getByRole('separator', { name: 'Height of the request inspector' });
  const height = Number(await line.getAttribute('aria-valuenow'));
  await line.focus();
  await page.keyboard.press('ArrowUp');
  await expect(line).toHaveAttribute('aria-valuenow', String(height + 32));
  await page.keyboard.press('Escape');
  await expect(inspector(page)).toBeHidden();
});

test('opens from the palette, fits a phone, and closes with the session', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs('guest');
  await page.goto('/access');
  await expect(page.getByRole('button', { name: 'User guest' })).toBeVisible();
  await page.keyboard.press('Control+K');
  await palette(page).fill('inspector');
  await page.getByRole('option', { name: 'Open request inspector' }).click();
  await expect(rows(page).first()).toBeVisible();
  await rows(page).filter({ hasText: '/authentication' }).last().click();
  await expect(calls(page)).toBeHidden();
  await expect(body(page, 'Response')).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await detail(page).getByRole('button', { name: 'All calls' }).click();
  await expect(calls(page)).toBeVisible();
  await page.getByRole('button', { name: 'User guest' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Palisade' })).toBeVisible();
  await page.getByLabel('Login').fill('auditor');
  await page.getByLabel('Password').fill(passwordOf('auditor'));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'User auditor' })).toBeVisible();
  await openInspector(page);
  await expect(rows(page).first()).toBeVisible();
  expect(await calls(page).innerText()).not.toContain('DELETE');
});

test('copies calls as commands that work', async ({ page, context, signInAs, apiAs, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { user } = await (await (await apiAs('admin')).get('/api/authentication')).json();
  const key = await (
    await (await apiAs('admin')).post(`/api${user}/api_keys`, { data: { data: { name: 'For curl' } } })
  ).json();
  await signInAs('admin');
  await page.goto('/groups/1');
  await page.getByRole('button', { name: 'New subgroup' }).click();
  const name = `It's "$HOME" \`id\` ${Date.now()}`;
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await openInspector(page);
  await rows(page).filter({ hasText: 'POST' }).click();

  const withKey = await copiedAs(page, 'cURL with an API key');
  expect(withKey).toContain(`curl -X POST '${baseURL}/api/groups/1/groups'`);
  expect(withKey).toContain('"Authorization: token $API_KEY"');
  const folder = temporaryFolder();
  const run = (command: string, environment: Record<string, string> = {}) =>
    execFileSync('/bin/sh', ['-c', command.replace(/^curl /, 'curl -sS ')], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      encoding: 'utf8',
    });
  expect(JSON.parse(run(withKey, { API_KEY: key.key }))).toEqual({
    detail: [expect.stringContaining('name')],
  });

  const sending = await copiedAs(page, 'fetch');
  const [response] = await Promise.all([
    page.waitForResponse((received) => received.request().method() === 'POST'),
    page.evaluate(`(async () => { ${sending} })()`),
  ]);
  expect(response.status()).toBe(409);
  expect(response.request().postDataJSON()).toEqual({ data: { name, description: '' } });
  expect(await copiedAs(page, 'HTTPie')).toContain(`"Authorization:token $API_KEY"`);

  // Signing in fills the cookie jar. That call was made before the tab was reloaded.
  await page.goto('/sign-in');
  await context.clearCookies();
  await page.reload();
  await page.getByLabel('Login').fill('operator');
  await page.getByLabel('Password').fill(passwordOf('operator'));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await openInspector(page);
  await rows(page).filter({ hasText: 'POST' }).click();
  const signIn = await copiedAs(page, 'cURL with a cookie jar');
  expect(signIn).not.toContain(passwordOf('operator'));
  expect(JSON.parse(run(signIn, { PASSWORD: passwordOf('operator') }))).toMatchObject({ login: 'operator' });
  await rows(page).filter({ hasText: 'GET/groups?' }).first().click();
  const list = JSON.parse(run(await copiedAs(page, 'cURL with a cookie jar'))) as { rows: number };
  expect(list.rows).toBeGreaterThan(1000);
  expect(readFileSync(path.join(folder, 'cookies.txt'), 'utf8')).toContain('session');
  remove(folder);
});

test('reports where a service deviates from the contract', async ({ page }) => {
  const service = await startDeviatingService();
  const gateway = await startGateway({ SERVICE_URL: service.url }, []);
  await page.goto(`${gateway.url}/groups`);
  await page.getByLabel('Login').fill('odd');
  await page.getByLabel('Password').fill('any');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await treeitem(page, 'Default').click();
  await openInspector(page);
  await inspector(page).getByRole('tab', { name: 'Contract watch' }).click();
  const line = (text: string) => inspector(page).getByRole('row').filter({ hasText: text });
  const extra = line('unknown field data[].colour');
  await expect(extra).toContainText("a string that isn't in the contract");
  await expect(extra).toContainText('GET /groups 200');
  await expect(extra).toContainText('Records › Group');
  await expect(line('missing field data[].description').filter({ hasText: 'GET /groups 200' })).toContainText(
    'in the contract, but not in the response',
  );
  await expect(line('wrong type start')).toContainText('a string instead of a number');
  await expect(line("418 isn't declared")).toContainText('GET /groups/:id 418');
  await expectAccessible(page);
  await extra.getByRole('button', { name: 'Show call' }).click();
  await expect(body(page, 'Response')).toContainText('"colour": "red"');
  const bundle = JSON.parse((await saved(page, 'Save repro bundle')).text);
  expect(bundle.deviations).toContainEqual(
    expect.objectContaining({ kind: 'unknown field', field: 'data[].colour', response: 'GET /groups 200' }),
  );
  expect(bundle.versions.service_host).toBe(new URL(service.url).host);
  for (const [address, name] of [
    ['/oidc/2', 'Incomplete'],
    ['/access/users/2', 'incomplete'],
    ['/access/roles/2', 'Incomplete'],
  ] as const) {
    await page.goto(gateway.url + address);
    await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible();
  }
  await expect(page.getByText('No users visible to you')).toBeVisible();
  await gateway.stop();
  service.close();
  remove(gateway.dataDir);
});
