import type { Page } from '@playwright/test';
import { expect, expectAccessible, heading, test } from './fixtures.ts';
import { palette } from './palette.ts';
import { remove, startGateway } from './gateway.ts';

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
const frameLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'API docs' });

test('the API page is served under the strict content policy', async ({ request }) => {
  const page = await request.get('/-/docs');
  expect(page.headers()['content-security-policy']).toMatch(/^default-src 'none'; script-src 'nonce-/);
  expect(page.headers()['content-security-policy']).not.toContain('unsafe');
  const contract = await (await request.get('/-/openapi.json')).json();
  expect(contract).toEqual(await (await request.get('/api/openapi.json')).json());
  expect(contract.paths['/groups'].get).toMatchObject({ tags: ['Groups', 'document'] });
  expect((await request.get('/-/docs/more')).status()).toBe(404);
});

test('the API page is readable without sign-in', async ({ page }) => {
  await page.goto('/-/docs');
  await expect(heading(page, /^Management API/)).toBeVisible();
  await expect(page).toHaveTitle('API docs · Palisade');
  for (const resource of ['Authentication', 'Groups', 'OIDC providers', 'Background jobs', 'Roles'])
    await expect(page.getByRole('region', { name: resource })).toBeVisible();
  await expectAccessible(page);

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  await test.step('by search', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('/');
    const search = page.getByRole('textbox', { name: 'Search operations' });
    await expect(search).toBeFocused();
    await search.fill('delete job');
    await expect(page.getByRole('status').filter({ hasText: '1 operation found' })).toBeAttached();
    await search.press('Enter');
    await expect(heading(page, "Delete a finished background job's status")).toBeFocused();
    await expect(page).toHaveURL(/operation=deleteJobStatus/);
    await search.fill('no such thing');
    await expect(page.getByText('No operations match “no such thing”')).toBeVisible();
    await search.press('Escape');
  });

  await test.step('by resource', async () => {
    await operation(page, 'GET /groups').click();
    await expect(heading(page, 'List visible groups')).toBeFocused();
    await expect(tryIt(page).getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect(tryIt(page).getByRole('button', { name: 'Send GET' })).toBeDisabled();
    await page.goBack();
    await expect(heading(page, /^Delete a finished/)).toBeVisible();
  });
});

test("shows an operation's contract", async ({ page, request }) => {
  await page.goto('/-/docs?operation=nonsense');
  await expect(page.getByRole('alert')).toContainText("nonsense isn't in the API description");

  const main = page.getByRole('main');
  await test.step('limits', async () => {
    await operation(page, 'PUT /oidc_ops/{id}').click();
    await expect(main).toContainText('Privilege rw on feature palisade');
    await expect(main).toContainText('9.6.0');
    const secret = main.getByRole('listitem').filter({ hasText: 'client_secret' }).last();
    await expect(secret).toContainText('Write-only');
    await expect(secret).toContainText('1 to 4,096 characters');
    await expect(main.getByRole('heading', { name: 'Response 200 OidcOp' })).toBeVisible();
    for (const status of ['400', '401', '403', '404', '413', '415', '500'])
      await expect(main.getByRole('term').filter({ hasText: new RegExp(`^${status}$`) })).toBeVisible();
  });

  await test.step('extensions', async () => {
    await operation(page, 'GET /groups').click();
    await expect(main.getByRole('listitem').filter({ hasText: 'limit' }).first()).toContainText(
      '1 to 10,000',
    );
    const { paths } = await (await request.get('/api/openapi.json')).json();
    const parameters: Record<string, unknown>[] = paths['/groups'].get.parameters;
    const extensions = parameters.filter((parameter) => parameter['x-extension']).length;
    expect(extensions).toBeGreaterThan(0);
    await expect(main.getByText('extension', { exact: true })).toHaveCount(extensions);
  });
});

test('sends requests with the session', async ({ page, signInAs, apiAs }) => {
  const api = await apiAs('admin');
  const get = async (path: string) => (await api.get(`/api${path}`)).json();
  await signInAs('admin');

  await test.step('on a phone', async () => {
    await page.goto('/-/docs?operation=updateRole');
    // Far down the list of operations.
    await expect(operation(page, 'PUT /roles/{id}')).toBeInViewport();
    await expect(tryIt(page)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.getByRole('link', { name: 'All operations' }).click();
  });

  await test.step('shows examples', async () => {
    // Reads are sent immediately.
    await operation(page, 'GET /groups/{id}').click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(frameLink(page)).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('region', { name: 'Example: Request' })).toContainText('/api/groups/{id}');
    const example = page.getByRole('region', { name: 'Example: Response 200' });
    await expect(example).toContainText('"name": "Acme Logistics"');
  });

  const response = page.getByRole('status', { name: 'Response' });
  await test.step('sends a read immediately', async () => {
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

  await test.step('shows errors', async () => {
    await tryIt(page).getByLabel('id').fill('2147483647');
    await send(page, 'GET');
    await expect(response).toContainText('404');
    await expect(response).toContainText('"detail"');
    await tryIt(page).getByLabel('id').fill('');
    await send(page, 'GET');
    await expect(tryIt(page)).toContainText('id is required');
    await tryIt(page).getByLabel('id').fill('1');
    await expect(tryIt(page)).not.toContainText('id is required');
  });

  const body = tryIt(page).getByLabel('Body');
  await test.step('an update starts from an example', async () => {
    // Updates start from an example.
    await operation(page, 'PUT /oidc_ops/{id}').click();
    await expect(body).toHaveValue(/"issuer": "https:\/\/login.example.com"/);
    await tryIt(page).getByLabel('id').fill('1');
    await body.fill('{ "data": { "name": "Renamed in the docs" } }');
    await send(page, 'PUT');
    await page.getByRole('dialog').getByRole('button', { name: 'Send PUT /oidc_ops/1' }).click();
    await expect(response).toContainText('200 OK');
    expect((await get('/oidc_ops/1')).name).toBe('Renamed in the docs');
  });

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

test('opens from the console', async ({ page }) => {
  await test.step('is reopened after sign-in', async () => {
    await page.goto('/-/docs?operation=listUsers');
    await page.getByRole('region', { name: 'Session' }).getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Login').fill('admin');
    await page.getByLabel('Password').fill('admin-demo-2026');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(heading(page, 'List visible users')).toBeVisible();
    await expect(frameLink(page)).toBeVisible();
  });

  await test.step('from the navigation', async () => {
    await page.goto('/jobs');
    await frameLink(page).click();
    await expect(heading(page, /^Management API/)).toBeFocused();
    await page.goBack();
    await expect(heading(page, 'Jobs')).toBeVisible();
  });

  await test.step('from the command palette', async () => {
    await page.keyboard.press('Control+k');
    await palette(page).fill('api docs');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/-\/docs$/);
    await expect(heading(page, /^Management API/)).toBeVisible();
  });
});

test('shows the built-in contract if the service has no API description', async ({ page, gateway }) => {
  // A base address below which the service has nothing but 404.
  const remote = await startGateway({ SERVICE_URL: `${gateway.url}/api/elsewhere` }, []);
  await page.goto(`${remote.url}/-/docs?operation=listGroups`);
  await expect(page.getByText('This service has no API description (status 404).')).toBeVisible();
  await expect(heading(page, 'List visible groups')).toBeVisible();
  await remote.stop();
  remove(remote.dataDir);
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
