import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, passwordOf, test } from './fixtures.ts';
import { remove, startGateway, temporaryFolder } from './gateway.ts';
import { startTalkativeService } from './talkative-service.ts';

const inspector = (page: Page) => page.getByRole('region', { name: 'Request inspector' });
const calls = (page: Page) => inspector(page).getByRole('listbox', { name: 'Calls' });
const rows = (page: Page) => calls(page).getByRole('option');
const detail = (page: Page) => inspector(page).getByRole('article');
const body = (page: Page, of: 'Request' | 'Answer') => detail(page).getByLabel(`${of} body`, { exact: true });
const treeitem = (page: Page, name: string) => page.getByRole('treeitem', { name });

async function openInspector(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+I');
  await expect(inspector(page)).toBeVisible();
}

/** Clicks a button that saves a file, and reads that. */
async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    inspector(page).getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

/** Copies the selected call in one of the ways that its menu offers. */
async function copiedAs(page: Page, way: string): Promise<string> {
  await detail(page).getByRole('button', { name: 'Copy as…' }).click();
  await page.getByRole('menuitem', { name: way }).click();
  await expect(detail(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  const text = await page.evaluate<string>('navigator.clipboard.readText()');
  await expect(detail(page).getByRole('button', { name: 'Copy as…' })).toBeVisible();
  return text;
}

test('shows every call of the tab beside the page, which stays in use', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/groups');
  await treeitem(page, 'EMEA').click();
  await openInspector(page);
  await expect(calls(page)).toBeFocused();
  await expect(rows(page).filter({ hasText: '/authentication' }).first()).toContainText(/GET.*200.*ms.*B/);

  await page.getByRole('button', { name: 'New sub-group' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Seen by the inspector');
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('heading', { name: 'Seen by the inspector', level: 1 })).toBeVisible();
  const created = rows(page).filter({ hasText: 'POST' });
  await expect(created).toContainText('201');
  await created.click();
  await expect(detail(page).getByRole('heading', { level: 2 })).toHaveText(/^POST \/groups\/\d+\/groups$/);
  await expect(body(page, 'Request')).toContainText('"name": "Seen by the inspector"');
  await expect(body(page, 'Answer')).toContainText('"mode": "NONE"');
  await expect(detail(page).getByLabel('Answer headers')).toContainText('application/json');
  await expect(detail(page).getByRole('button', { name: 'Copy request id' })).toBeVisible();
  await expect(detail(page).getByRole('button', { name: 'Send again' })).toBeHidden();
  await expectAccessible(page);
});

test('is narrowed down, sent again, and cleared', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/oidc/999999');
  await page.getByRole('button', { name: 'User admin' }).click();
  await page.getByRole('menuitem', { name: 'Request inspector' }).click();
  await expect(rows(page).filter({ hasText: '/oidc_ops/999999' })).toContainText('404');
  await inspector(page).getByLabel('Status').selectOption('4xx Refused');
  await expect(rows(page)).toHaveCount(await rows(page).filter({ hasText: '404' }).count());
  await inspector(page).getByLabel('Method').selectOption('DELETE');
  await expect(inspector(page).getByText('No call fits the filter.')).toBeVisible();
  await inspector(page).getByLabel('Method').selectOption('All methods');
  await inspector(page).getByLabel('Status').selectOption('All statuses');
  await inspector(page).getByLabel('Filter calls').fill('/authentication');
  const before = await rows(page).count();
  await calls(page).focus();
  await page.keyboard.press('End');
  await expect(rows(page).last()).toHaveAttribute('aria-selected', 'true');
  await detail(page).getByRole('button', { name: 'Send again' }).click();
  await expect(rows(page)).toHaveCount(before + 1);
  await expect(rows(page).first()).toHaveAttribute('aria-selected', 'true');
  await expect(body(page, 'Answer')).toContainText('"login": "admin"');

  await inspector(page).getByLabel('Filter calls').fill('nothing like this');
  await expect(rows(page)).toHaveCount(0);
  await inspector(page).getByLabel('Filter calls').press('Escape');
  await expect(inspector(page).getByLabel('Filter calls')).toHaveValue('');
  await inspector(page).getByRole('button', { name: 'Clear' }).click();
  await expect(inspector(page).getByText('No call since the list was cleared.')).toBeVisible();

  const line = inspector(page).getByRole('separator', { name: 'Height of the request inspector' });
  const height = Number(await line.getAttribute('aria-valuenow'));
  await line.focus();
  await page.keyboard.press('ArrowUp');
  await expect(line).toHaveAttribute('aria-valuenow', String(height + 32));
  await page.keyboard.press('Escape');
  await expect(inspector(page)).toBeHidden();
});

test('is found in the palette, fits a phone, and ends with the session', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs('guest');
  await page.goto('/access');
  await expect(page.getByRole('button', { name: 'User guest' })).toBeVisible();
  await page.keyboard.press('Control+K');
  await page.getByPlaceholder('Search pages, actions and groups').fill('inspector');
  await page.getByRole('button', { name: 'Open the request inspector' }).click();
  await expect(rows(page).first()).toBeVisible();
  await rows(page).filter({ hasText: '/authentication' }).last().click();
  await expect(calls(page)).toBeHidden();
  await expect(body(page, 'Answer')).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await expectAccessible(page);
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

test('copies calls as commands that do the same elsewhere', async ({
  page,
  context,
  signInAs,
  apiAs,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { user } = await (await (await apiAs('admin')).get('/api/authentication')).json();
  const key = await (
    await (await apiAs('admin')).post(`/api${user}/api_keys`, { data: { data: { name: 'For curl' } } })
  ).json();
  await signInAs('admin');
  await page.goto('/groups/1');
  await page.getByRole('button', { name: 'New sub-group' }).click();
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
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.evaluate(`(async () => { ${sending} })()`),
  ]);
  expect(answer.status()).toBe(409);
  expect(answer.request().postDataJSON()).toEqual({ data: { name, description: '' } });
  expect(await copiedAs(page, 'HTTPie')).toContain(`"Authorization:token $API_KEY"`);

  // The jar is filled by the call that signs in, which the sign-in page made in another life of this tab.
  await page.goto('/sign-in');
  await context.clearCookies();
  await page.reload();
  await page.getByLabel('Login').fill('operator');
  await page.getByLabel('Password').fill(passwordOf('operator'));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('tree', { name: 'Groups' })).toBeVisible();
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

test('holds no secret, wherever one was typed or shown', async ({ page, context, signInAs }) => {
  const canary = `canary-${Date.now().toString(36)}`;
  await signInAs('admin');
  await page.goto('/oidc/new');
  const fields = {
    Name: `Provider ${Date.now()}`,
    Issuer: 'https://op.example',
    'Authorization endpoint': 'https://op.example/authorize',
    'Token endpoint': 'https://op.example/token',
    'Client id': 'palisade',
  };
  for (const [label, value] of Object.entries(fields))
    await page.getByRole('textbox', { name: label, exact: true }).fill(value);
  await page.getByLabel('Client secret').fill(canary);
  await page.getByRole('textbox', { name: 'Username expression', exact: true }).fill('email');
  await openInspector(page);
  await page.getByRole('button', { name: 'Create provider' }).click();
  const created = rows(page).filter({ hasText: 'POST/oidc_ops' });
  await expect(created).toContainText('201');
  await created.click();
  await expect(body(page, 'Request')).toContainText('"client_secret": "••••••••"');

  await page.getByRole('link', { name: 'Access' }).first().click();
  await page.getByRole('button', { name: 'New API key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Watched');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const key = await page.getByRole('dialog').getByLabel('The key Watched').innerText();
  expect(key.length).toBeGreaterThan(20);
  await page.getByRole('dialog').getByRole('button', { name: 'I have stored the key' }).click();
  await rows(page).filter({ hasText: '/api_keys' }).filter({ hasText: 'POST' }).click();
  await expect(body(page, 'Answer')).toContainText('"key": "••••••••"');

  await context.clearCookies();
  await page.getByRole('link', { name: 'Groups', exact: true }).click();
  await page.getByRole('button', { name: 'Refresh' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password').fill(`wrong-${canary}`);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(again.getByRole('alert')).toBeVisible();
  await again.getByLabel('Password').fill(passwordOf('admin'));
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(again).toBeHidden();
  const signIns = rows(page).filter({ hasText: 'POST/authentication' });
  await expect(signIns).toHaveCount(2);

  const har = await saved(page, 'Export HAR');
  expect(har.name).toMatch(/^palisade-.*\.har$/);
  const { log } = JSON.parse(har.text) as { log: { version: string; entries: unknown[] } };
  expect(log.version).toBe('1.2');
  expect(log.entries.length).toBeGreaterThanOrEqual(await rows(page).count());
  const bundle = await saved(page, 'Save repro bundle');
  expect(JSON.parse(bundle.text)).toMatchObject({
    page: expect.stringContaining('/groups'),
    versions: { mode: 'embedded', product_version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
  });
  const session = (await context.cookies()).find((cookie) => cookie.name === 'session')?.value ?? '';
  expect(session.length).toBeGreaterThan(20);
  const places: Record<string, string> = {
    har: har.text,
    bundle: bundle.text,
    storage: await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage])'),
  };
  for (const index of Array.from({ length: await rows(page).count() }).keys()) {
    await rows(page).nth(index).click();
    places[`call ${index}`] = await page.content();
  }
  for (const [place, text] of Object.entries(places)) {
    for (const secret of [canary, key, session, passwordOf('admin')])
      expect(text.includes(secret), `${secret} in ${place}`).toBe(false);
  }
});

test('watches where a service deviates from the contract', async ({ page }) => {
  const service = await startTalkativeService();
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
  await expect(extra).toContainText('a string that is not described');
  await expect(extra).toContainText('GET /groups 200');
  await expect(extra).toContainText('Resources and their fields › Group');
  await expect(line('missing field data[].description')).toContainText('is described, and not there');
  await expect(line('other type start')).toContainText('a string instead of a number');
  await expect(line('418 is not among')).toContainText('GET /groups/:id 418');
  await expectAccessible(page);
  await extra.getByRole('button', { name: 'Show the call' }).click();
  await expect(body(page, 'Answer')).toContainText('"colour": "red"');
  const bundle = JSON.parse((await saved(page, 'Save repro bundle')).text);
  expect(bundle.deviations).toContainEqual(
    expect.objectContaining({ kind: 'unknown field', field: 'data[].colour', answer: 'GET /groups 200' }),
  );
  expect(bundle.versions.service_host).toBe(new URL(service.url).host);
  await gateway.stop();
  service.close();
  remove(gateway.dataDir);
});
