import type { Page } from '@playwright/test';
import { expect, expectAccessible, passwordOf, test } from './fixtures.ts';
import { remove, startGateway } from './gateway.ts';
import { body, copiedAs, openInspector, rows, saved } from './inspector-helpers.ts';
import { demoRecord, field, testSignIn } from './oidc-helpers.ts';

const result = (page: Page) => page.getByRole('status', { name: 'Result of the expression' });
/** Which limit such an expression hits first depends on the browser. */
const tooMuch = /takes too long to evaluate|Couldn't evaluate this expression here|fails: /;
const check = (page: Page) => page.getByRole('button', { name: 'Check whether this user exists' });

/** Opens a new provider with claims in the playground. */
async function openWithClaims(page: Page, claims: object, origin = ''): Promise<void> {
  await page.goto(`${origin}/oidc/new`);
  await page.getByText('Claims playground').click();
  await field(page, 'ID token').fill(JSON.stringify(claims));
}

/** Starts a timer in the page. @returns how often it has fired so far; it stops in a frozen page */
async function startTimer(page: Page): Promise<() => Promise<number>> {
  await page.evaluate('globalThis.ticks = 0; setInterval(() => { globalThis.ticks += 1; }, 20)');
  return () => page.evaluate<number>('globalThis.ticks');
}

test('evaluates an endless expression without freezing the page', async ({ page, signInAs }) => {
  await signInAs('admin');
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text());
  });
  await openWithClaims(page, { sub: 'ann', email: 'ann@acme.example' });
  await field(page, 'Username expression').fill("split(email, '@')[0]");
  await expect(result(page)).toContainText('ann from the ID token');
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
    // The next expressions are evaluated, with or without a worker.
    await field(page, 'Username expression').fill('sub');
    await expect(result(page)).toContainText('ann from the ID token');
    await field(page, 'Username expression').fill('upper(sub)');
    await expect(result(page)).toContainText('ANN from the ID token');
  }
  expect(blocked).toEqual([]);
});

test('never sends pasted claims, and sends the username only on request and never in a URL', async ({
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
    await expect(result(page)).toContainText(`${canary} from the ID token`);
    await expect(check(page)).toBeVisible();
  }
  await expect(page.getByText('Sends only this username to the service.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Checks' }).click();
  await page.waitForLoadState('networkidle');
  expect(sent).toEqual([]);

  await check(page).click();
  const checkResult = page.getByRole('status', { name: 'Result of the check' });
  await expect(checkResult).toContainText("You can't see a user with this login");
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
  await field(page, 'ID token').fill(JSON.stringify({ sub: 'admin' }));
  await check(page).click();
  await expect(checkResult).toContainText('A user with this login exists');
  await gateway.stop();
  places['log'] = gateway.output();
  expect(places['log']).toContain('/api/user_lookups');
  remove(gateway.dataDir);
  for (const [place, text] of Object.entries(places)) expect(text.includes(canary), place).toBe(false);
});

test('tests the sign-in with an expression that needs the child process, and survives one that exceeds its memory', async ({
  page,
  signInAs,
  apiAs,
}) => {
  const { id } = await demoRecord(await apiAs('admin'));
  await signInAs('admin');
  await page.goto(`/oidc/${id}`);
  await field(page, 'Username expression').fill("pad_left('a',`50000000`,'x')|split(@,'')");
  let report = await testSignIn(page, 'Olivia Operator');
  await expect(report.getByText('ID token: failed: it needs too much memory')).toBeVisible();
  await page.keyboard.press('Escape');
  await field(page, 'Username expression').fill("split(join('', ['@', preferred_username]), '@')[1]");
  report = await testSignIn(page, 'Olivia Operator');
  await expect(report.getByText('This would sign in operator')).toBeVisible();
});
