import type { Page } from '@playwright/test';
import { goTo, signIn } from './actions.ts';
import { chooseAction, expect, heading, passwordOf, test } from './fixtures.ts';
import { remove, startGateway } from './gateway.ts';
import { body, copiedAs, openInspector, rows, saved } from './inspector-helpers.ts';
import { field, save } from './oidc-helpers.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const sentCall = (page: Page, text: string) => rows(page).filter({ hasText: text }).first();

/** Expects that the page's HTML doesn't contain what was typed. */
async function expectHidden(page: Page, secret: string): Promise<void> {
  expect(await page.content()).not.toContain(secret);
}

/**
 * Pastes claims that contain it, and checks whether the user exists.
 * @param sent requests with it
 * @returns the copied request
 */
async function pasteClaims(page: Page, username: string, sent: readonly string[]): Promise<string> {
  await page.getByText('Claims playground').click();
  await field(page, 'ID token').fill(JSON.stringify({ sub: username }));
  const check = page.getByRole('button', { name: 'Check whether this user exists' });
  await field(page, 'Username expression').fill('sub');
  expect(sent).toEqual([]);
  await check.click();
  await sentCall(page, 'POST/user_lookups').click();
  await expect(body(page, 'Request')).toContainText('"login": "••••••••"');
  return copiedAs(page, 'fetch');
}

/** Types a secret as that of a provider: on create, in a sign-in test of a draft, and when it is replaced. */
async function typeClientSecret(page: Page, secret: string): Promise<void> {
  const fields = {
    Name: 'Secretive',
    Issuer: 'https://op.example',
    'Authorization endpoint': 'https://op.example/authorize',
    'Token endpoint': 'https://op.example/token',
    'Client ID': 'palisade',
    'Username expression': 'email',
  };
  for (const [label, value] of Object.entries(fields)) await field(page, label).fill(value);
  await page.getByLabel('Client secret').fill(secret);
  await page.getByRole('button', { name: 'Create provider' }).click();
  await expect(sentCall(page, 'POST/oidc_ops')).toContainText('201');
  await page.getByRole('button', { name: 'Replace secret' }).click();
  await page.getByLabel('Client secret').fill(secret);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Test sign-in' }).click(),
  ]);
  await expect(rows(page).filter({ hasText: /^POST.*trials/ })).toContainText('201');
  await popup.close();
  await dialog(page)
    .getByRole('button', { name: /^(Close|Cancel)/ })
    .first()
    .click();
  await save(page).click();
  await expect(sentCall(page, 'PUT/oidc_ops')).toContainText('200');
}

/** Types it as the password of a new user, and as the next one. */
async function typePasswords(page: Page, secret: string): Promise<void> {
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('button', { name: 'New user' }).click();
  await dialog(page).getByLabel('Login').fill('secretive');
  await dialog(page).getByLabel('Password', { exact: true }).fill(secret);
  await dialog(page).getByRole('button', { name: 'Create user' }).click();
  await chooseAction(page, 'Reset password');
  await dialog(page).getByLabel('New password').fill(`${secret}-next`);
  await dialog(page).getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText(/Password saved/)).toBeVisible();
  await expectHidden(page, secret);
}

/** Makes an API key, which is shown once. @returns the key */
async function makeKey(page: Page): Promise<string> {
  await goTo(page, 'Access');
  await page.getByRole('button', { name: 'New API key' }).click();
  await dialog(page).getByLabel('Name').fill('Watched');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const key = await dialog(page).getByLabel('API key Watched').innerText();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  return key;
}

/** Everything that the browser keeps for the origin. */
const kept = (page: Page) =>
  page.evaluate<string>(`(async () => JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, history.state, location.href, document.cookie,
    await indexedDB.databases(), await caches.keys(),
  ]))()`);

test('secrets are nowhere', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const canary = `canary-${Date.now().toString(36)}`;
  const gateway = await startGateway({ LOG_LEVEL: 'trace' });
  const addresses: string[] = [];
  const bodies: Promise<string>[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  page.on('response', (response) => {
    addresses.push(response.url());
    if (/\/(api|-)\//.test(response.url()))
      bodies.push(
        response.text().then(
          (text) => `${response.request().method()} ${response.url()}\n${text}`,
          () => '',
        ),
      );
  });
  const username = canary.replace('canary', 'claim');
  const lookups: string[] = [];
  page.on('request', (request) => {
    const text = `${request.method()} ${request.url()} ${request.postData() ?? ''}`;
    if (text.includes(username)) lookups.push(text);
  });
  await page.goto(`${gateway.url}/sign-in?return_to=%2Foidc%2Fnew`);

  await test.step('a wrong password', async () => {
    await signIn(page, 'admin', `typed-${canary}`);
    await expect(page.getByRole('alert')).toBeVisible();
    await expectHidden(page, canary);
    await signIn(page, 'admin', passwordOf('admin'));
    await expect(field(page, 'Issuer')).toBeVisible();
    await openInspector(page);
  });

  const lookup = await test.step('pasted claims', () => pasteClaims(page, username, lookups));

  await test.step('a client secret', async () => {
    await typeClientSecret(page, canary);
  });

  const key = await test.step('an API key', () => makeKey(page));

  await test.step('passwords of users', async () => {
    await typePasswords(page, canary);
  });

  const responses = await Promise.all(bodies);
  const session = (await context.cookies()).find(({ name }) => name === 'session')?.value ?? '';
  const places: Record<string, string> = await test.step('exports of the inspector', async () => {
    expect(session.length).toBeGreaterThan(20);
    const bundle = await saved(page, 'Save repro bundle');
    expect(bundle.text).toContain('/user_lookups');
    return {
      bundle: bundle.text,
      'user lookup as fetch': lookup,
      'browser storage': await kept(page),
    };
  });

  await test.step('pages', async () => {
    await goTo(page, 'Jobs');
    await expect(heading(page, 'Jobs')).toBeVisible();
    for (const call of ['POST/oidc_ops', 'PUT/oidc_ops', 'POST/authentication', 'POST/users']) {
      await sentCall(page, call).click();
      places[`page with ${call}`] = await page.content();
    }
  });

  await test.step('copied requests', async () => {
    await sentCall(page, 'PUT/oidc_ops').click();
    for (const way of ['cURL with a cookie jar', 'cURL with an API key', 'fetch'])
      places[way] = await copiedAs(page, way);
  });

  places['addresses'] = addresses.join('\n');
  places['metrics'] = await (await page.request.get(`${gateway.url}/-/metrics`)).text();

  await test.step('the log', async () => {
    await gateway.stop();
    // Beside its log the demo prints the passwords of its users, once.
    const lines = gateway.output().split('\n');
    places['log'] = lines.filter((line) => line.startsWith('{')).join('\n');
    for (const path of ['/api/oidc_ops', '/api/user_lookups']) expect(places['log']).toContain(path);
    remove(gateway.dataDir);
  });

  await test.step('no secret is found', async () => {
    for (const [place, text] of Object.entries(places)) {
      for (const secret of [canary, username, key, session, passwordOf('admin')])
        expect(text.includes(secret), `${secret} in ${place}`).toBe(false);
    }
    expect(responses.filter((text) => text.includes(canary))).toEqual([]);
    const withKey = responses.filter((text) => text.includes(key)).map((text) => text.split('\n')[0]);
    expect(withKey).toEqual([expect.stringMatching(/^POST .*\/api_keys$/)]);
    const lookupBody = JSON.stringify({ data: { login: username } });
    expect(lookups).toEqual([`POST ${gateway.url}/api/user_lookups ${lookupBody}`]);
  });
});
