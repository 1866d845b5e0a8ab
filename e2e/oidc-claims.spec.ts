import type { Page } from '@playwright/test';
import { expect, expectAccessible, passwordOf, test } from './fixtures.ts';
import { applyRules, remove, startGateway } from './gateway.ts';
import { body, copiedAs, openInspector, rows, saved } from './inspector-helpers.ts';
import { demoRecord, field, tryAs } from './oidc-helpers.ts';

// The demo provider's certificate is its own, which a person accepts once.
test.use({ ignoreHTTPSErrors: true });

const result = (page: Page) => page.getByRole('status', { name: 'Result of the expression' });
/** Browsers differ in which limit such an expression meets first, and in what an engine refuses to build. */
const tooMuch = /takes too long to evaluate|could not be evaluated here|fails: /;
const check = (page: Page) => page.getByRole('button', { name: 'Check whether this user exists' });

/** Opens a new provider with claims to try its expression on. */
async function openWithClaims(page: Page, claims: object, origin = ''): Promise<void> {
  await page.goto(`${origin}/oidc/new`);
  await page.getByText('Try it on claims').click();
  await field(page, 'ID Token').fill(JSON.stringify(claims));
}

/** Runs a timer in the page all the while. @returns how often it has fired so far, which it doesn't in a frozen page */
async function startTimer(page: Page): Promise<() => Promise<number>> {
  await page.evaluate('globalThis.ticks = 0; setInterval(() => { globalThis.ticks += 1; }, 20)');
  return () => page.evaluate<number>('globalThis.ticks');
}

test('evaluates an expression that would take for ever without freezing the page', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text());
  });
  await openWithClaims(page, { sub: 'ann', email: 'ann@acme.example' });
  await field(page, 'Username expression').fill("split(email, '@')[0]");
  await expect(result(page)).toContainText('ann from the ID Token');
  const ticks = await startTimer(page);
  for (const [hostile, sentence] of [
    [`@${' | [@,@][]'.repeat(28)}`, /takes too long to evaluate/],
    [`[@,@]${'|[@,@]'.repeat(25)}|to_string(@)`, tooMuch],
    ["pad_left('a',`50000000`,'x')|split(@,'')", tooMuch],
    ["pad_left('a',`500000000`,'x')|length(@)", tooMuch],
    [`'a'${"|replace(@,'a','aaaaaaaaaa')".repeat(12)}`, tooMuch],
  ] as const) {
    const before = await ticks();
    await field(page, 'Username expression').fill(hostile);
    await expect(result(page)).toContainText(sentence, { timeout: 20_000 });
    await expect.poll(ticks).toBeGreaterThan(before + 5);
    // What comes after it is evaluated all the same, at once or by another worker.
    await field(page, 'Username expression').fill('sub');
    await expect(result(page)).toContainText('ann from the ID Token');
    await field(page, 'Username expression').fill('upper(sub)');
    await expect(result(page)).toContainText('ANN from the ID Token');
  }
  expect(blocked).toEqual([]);
});

test('says what is wrong with an expression that a service would refuse', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/oidc/new');
  await field(page, 'Username expression').fill("sub || 'x");
  await expect(page.getByText('from character 8 on: this quote is never closed')).toBeVisible();
  await field(page, 'Username expression').fill('lower(nosuch(sub), sub)');
  await page.getByRole('tab', { name: 'Checks' }).click();
  await expect(page.getByText("must not call nosuch(), which isn't a JMESPath function")).toBeVisible();
  await expect(page.getByText('must call lower() with 1 argument, not 2')).toBeVisible();
});

test('sends pasted claims nowhere, and the username only on request and in no address', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const gateway = await startGateway({ LOG_LEVEL: 'trace' });
  const data = { data: { login: 'admin', password: passwordOf('admin') } };
  expect((await context.request.post(`${gateway.url}/api/authentication`, { data })).status()).toBe(201);
  const canary = `canary-${Date.now().toString(36)}`;
  const sent: string[] = [];
  page.on('request', (request) => {
    const text = `${request.method()} ${request.url()} ${request.postData() ?? ''}`;
    if (text.includes(canary)) sent.push(text);
  });
  await openWithClaims(page, { sub: canary }, gateway.url);
  await openInspector(page);
  for (const expression of ['sub', 'to_string(sub)']) {
    await field(page, 'Username expression').fill(expression);
    await expect(result(page)).toContainText(`${canary} from the ID Token`);
    await expect(check(page)).toBeVisible();
  }
  await expect(page.getByText('Sends this username, and nothing else, to the service.')).toBeVisible();
  await expectAccessible(page);
  // Whatever is sent by itself is sent while other things are.
  await page.getByRole('tab', { name: 'Checks' }).click();
  await page.waitForLoadState('networkidle');
  expect(sent).toEqual([]);

  await check(page).click();
  const told = page.getByRole('status', { name: 'Result of the check' });
  await expect(told).toContainText('You can see no user with this login');
  expect(sent).toEqual([
    `POST ${gateway.url}/api/user_lookups ${JSON.stringify({ data: { login: canary } })}`,
  ]);
  await rows(page).filter({ hasText: 'POST/user_lookups' }).click();
  await expect(body(page, 'Request')).toContainText('"login": "••••••••"');
  const places: Record<string, string> = {
    har: (await saved(page, 'Export HAR')).text,
    bundle: (await saved(page, 'Save repro bundle')).text,
    command: await copiedAs(page, 'fetch'),
    storage: await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])',
    ),
  };
  await field(page, 'ID Token').fill(JSON.stringify({ sub: 'admin' }));
  await check(page).click();
  await expect(told).toContainText('A user with this login exists');
  await gateway.stop();
  places['log'] = gateway.output();
  expect(places['log']).toContain('/api/user_lookups');
  remove(gateway.dataDir);
  for (const [place, text] of Object.entries(places)) expect(text.includes(canary), place).toBe(false);
});

test('says so where a service has no check for users, or does not allow it', async ({
  page,
  signInAs,
  apiAs,
}) => {
  const api = await apiAs('admin');
  await signInAs('admin');
  for (const [status, sentence] of [
    [404, "This service doesn't offer a check for users."],
    [403, "You don't have permission to look up users"],
  ] as const) {
    await applyRules(api, {
      endpoint: 'lookUpUser',
      effect: { kind: 'status', status, detail: ['refused'] },
      times: 1,
    });
    await openWithClaims(page, { sub: 'ann' });
    await field(page, 'Username expression').fill('sub');
    await check(page).click();
    await expect(page.getByRole('status', { name: 'Result of the check' })).toContainText(sentence);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto('/groups');
  }
});

test('signs in with an expression that another process evaluates, and survives one that takes too much', async ({
  page,
  signInAs,
  apiAs,
}) => {
  const { id } = await demoRecord(await apiAs('admin'));
  await signInAs('admin');
  await page.goto(`/oidc/${id}`);
  await field(page, 'Username expression').fill("pad_left('a',`50000000`,'x')|split(@,'')");
  let report = await tryAs(page, 'Olivia Operator');
  await expect(report.getByText('ID Token: failed: it needs too much memory')).toBeVisible();
  await page.keyboard.press('Escape');
  await field(page, 'Username expression').fill("split(join('', ['@', preferred_username]), '@')[1]");
  report = await tryAs(page, 'Olivia Operator');
  await expect(report.getByText('This would sign in operator')).toBeVisible();
});
