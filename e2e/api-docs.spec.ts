import type { Page } from '@playwright/test';
import { expect, expectAccessible, heading, test } from './fixtures.ts';
import { palette } from './palette.ts';

const tryIt = (page: Page) => page.getByRole('region', { name: 'Try it' });
const send = (page: Page, method: string) =>
  tryIt(page)
    .getByRole('button', { name: `Send ${method}` })
    .click();
/** @param line the method and the path, which follow the meaning */
const operation = (page: Page, line: string) =>
  page.getByRole('navigation', { name: 'Operations' }).getByRole('link', {
    name: new RegExp(`${line.replaceAll(/[{}]/g, String.raw`\$&`)}$`),
  });

test('the API page is served under the strict content policy', async ({ request }) => {
  const page = await request.get('/-/docs');
  expect(page.headers()['content-security-policy']).toMatch(/^default-src 'none'; script-src 'nonce-/);
  expect(page.headers()['content-security-policy']).not.toContain('unsafe');
  const contract = await (await request.get('/-/openapi.json')).json();
  expect(contract).toEqual(await (await request.get('/api/openapi.json')).json());
  expect(contract.paths['/groups'].get).toMatchObject({ tags: ['Groups', 'document'] });
  expect((await request.get('/-/docs/more')).status()).toBe(404);
});

test('sends requests with the session', async ({ page, signInAs, apiAs }) => {
  const api = await apiAs('admin');
  const get = async (path: string) => (await api.get(`/api${path}`)).json();
  await signInAs('admin');

  const response = page.getByRole('status', { name: 'Response' });
  await test.step('sends a read immediately', async () => {
    await page.goto('/-/docs?operation=getGroup');
    const { data: groups } = await get('/groups?limit=2');
    const id = groups[1].group_resource.slice('/groups/'.length);
    await tryIt(page).getByLabel('id').fill(id);
    await send(page, 'GET');
    await expect(response).toContainText('200 OK');
    await expect(response).toContainText(/\d ms/);
    await expect(response.getByLabel('Response body')).toContainText(`"group_resource": "/groups/${id}"`);
    await response.getByText(/headers$/).click();
    await expect(response.getByLabel('Response headers')).toContainText('x-request-id');
  });

  const body = tryIt(page).getByLabel('Body');
  await test.step('a write is confirmed', async () => {
    // Writes are confirmed.
    await operation(page, 'POST /groups').click();
    const { rows } = await get('/groups?limit=1');
    await expect(body).toHaveValue(/"name": "Acme Logistics"/);
    await body.fill('{ "data": ');
    await send(page, 'POST');
    await expect(tryIt(page)).toContainText("The body isn't JSON");
    await body.fill('{ "data": { "name": "Made in the docs" } }');
    await send(page, 'POST');
    const dialog = page.getByRole('dialog', { name: 'Send POST /groups?' });
    await expect(dialog).toContainText("Create a group below the caller's own. This sends a real request");
    await expect(dialog).toContainText('as admin');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await get('/groups?limit=1')).rows).toBe(rows);
    await send(page, 'POST');
    await dialog.getByRole('button', { name: 'Send POST /groups' }).click();
    await expect(response).toContainText('201 Created');
    await expect(response).toContainText('"name": "Made in the docs"');
    expect((await get('/groups?limit=1')).rows).toBe(rows + 1);
  });

  await test.step('the inspector lists it', async () => {
    await page.keyboard.press('Control+Shift+i');
    const inspector = page.getByRole('region', { name: 'Request inspector' });
    await inspector.getByRole('option').filter({ hasText: 'POST/groups' }).click();
    await expect(inspector.getByRole('article')).toContainText("Create a group below the caller's own");
    await expect(inspector.getByLabel('Request body', { exact: true })).toContainText('Made in the docs');
    await inspector.getByRole('tab', { name: 'Contract watch' }).click();
    await expect(inspector.getByText('Every response in this tab conforms to the contract.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(inspector).toBeHidden();
  });
});

test('ends the session in every tab when sign-out is sent', async ({ page, context, signInAs }) => {
  await signInAs('operator');
  const other = await context.newPage();
  await other.goto('/jobs');
  await expect(heading(other, 'Jobs')).toBeVisible();
  await page.goto('/-/docs?operation=signOut');
  await send(page, 'DELETE');
  const dialog = page.getByRole('dialog', { name: 'Send DELETE /authentication?' });
  await expect(dialog).toContainText('in every tab');
  await dialog.getByRole('button', { name: 'Send DELETE /authentication' }).click();
  await expect(page.getByRole('status', { name: 'Response' })).toContainText('204');
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
  await guide.getByRole('navigation', { name: 'Guide' }).getByRole('link', { name: 'Guide' }).click();
  await guide
    .getByRole('link', { name: 'Review who has access' })
    .or(guide.getByRole('link', { name: 'Monitor' }))
    .first()
    .click();
  await expect(guide.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await page.request.get('/-/docs/guide/no-such-chapter')).status()).toBe(404);
  await guide.close();

  await page.bringToFront();
  await page.keyboard.press('Control+k');
  await palette(page).fill('sign someone out');
  const [section] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('option', { name: 'Sign someone out For administrators' }).click(),
  ]);
  await expect(section).toHaveURL(/\/-\/docs\/guide\/administrator#sign-someone-out$/);
  await section.close();

  const news = page.getByRole('status').filter({ hasText: "What's new in version" });
  await expect(news).toHaveCount(0);
  const versionIn = () => page.evaluate<string | null>(`localStorage.getItem('palisade-version')`);
  const version = await versionIn();
  expect(version).toMatch(/^"\d/);
  await page.evaluate(`localStorage.setItem('palisade-version', '"0.0.1"')`);
  await page.reload();
  const [changelog] = await Promise.all([
    page.waitForEvent('popup'),
    news.getByRole('link', { name: 'View' }).click(),
  ]);
  await expect(changelog.getByRole('heading', { level: 1, name: 'Changelog' })).toBeVisible();
  await changelog.close();
  expect(await versionIn()).toBe(version);
  await page.reload();
  await expect(heading(page, 'OIDC providers')).toBeVisible();
  await expect(news).toHaveCount(0);
});
