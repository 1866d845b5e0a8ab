import { readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { oidcOpCreateBody } from '../../contract/oidc/oidc-ops.ts';
import { demoOidcOp } from './demo-oidc-op.ts';
import { startDemoProvider, type DemoProvider } from './start.ts';
import { temporaryFolder } from '../../tooling/temporary-folder.ts';
import { filledForm, redirectUri, relyingParty, TestBrowser } from './test-client.ts';

let dataDir: string;
let provider: DemoProvider;
const start = () => startDemoProvider({ port: 0, dataDir, redirectUris: [redirectUri] });

beforeAll(async () => {
  dataDir = temporaryFolder('demo-provider');
  provider = await start();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await provider.close();
});

test.each([
  ['never-returns', 'doesn&#39;t send you back'],
  ['wrong-redirect-uri', 'isn&#39;t registered for this client'],
])('misbehaviours %s stays at the provider', async (misbehaviour, text) => {
  const browser = new TestBrowser(provider);
  const { action, page } = await (await relyingParty(provider)).begin(browser);
  const { response } = await browser.post(action, filledForm(page, { persona: 'olivia', misbehaviour }));
  expect(response.status).toBe(200);
  expect((await response.text()).replaceAll("'", '&#39;')).toContain(text);
});

describe('sign-in page', () => {
  test("keeps a persona's edited claims until they are restored", async () => {
    const party = await relyingParty(provider);
    const idToken = JSON.stringify({ sub: 'x-1', 'https://claims.example/login': ['</textarea><b>'] });
    const first = await party.signIn({
      persona: 'aud',
      'idToken.aud': idToken,
      'userInfoOnly.aud': '{"upn":"aud@x"}',
    });
    expect(first.claims).toMatchObject({ sub: 'x-1', 'https://claims.example/login': ['</textarea><b>'] });
    expect(first.claims).not.toHaveProperty('upn');
    const again = await party.signIn({ persona: 'aud' });
    expect(await again.userInfo()).toMatchObject({ sub: 'x-1', upn: 'aud@x' });

    const browser = new TestBrowser(provider);
    const { action, page } = await party.begin(browser);
    expect(page).toContain('&lt;/textarea&gt;&lt;b&gt;');
    expect(page).not.toContain('<b>');
    const { response } = await browser.post(`${action}/restore`, new URLSearchParams({ persona: 'aud' }));
    expect(await response.text()).not.toContain('x-1');
    expect((await party.signIn({ persona: 'aud' })).claims).toHaveProperty('preferred_username', 'auditor');
  });

  test.each([
    [
      { 'idToken.gus': '{\n  "sub": "a",,\n}' },
      "Gus Guest's claims: must be valid JSON: Expected double-quoted property name, line 2, column 14",
    ],
    [{ 'idToken.gus': '["sub"]' }, "Gus Guest's claims: must be a JSON object"],
    [{ 'idToken.gus': '{}' }, "Gus Guest's claims: sub must be 1 to 255 ASCII characters"],
    [{ 'idToken.gus': '{"sub":"a","iss":"b"}' }, "Gus Guest's claims: iss is set by the provider"],
    [{ 'userInfoOnly.gus': '{"sub":"b"}' }, "Gus Guest's UserInfo claims: sub comes from the ID token"],
    [{ misbehaviour: 'slow', slow_seconds: '61' }, 'Delay must be a whole number from 1 to 60'],
    [{ misbehaviour: 'x"><script>' }, 'Choice: must be one of those listed'],
  ])(
    'reports the problem with %o and keeps the submitted values',
    async (choices: Record<string, string>, problem) => {
      const browser = new TestBrowser(provider);
      const { action, page } = await (await relyingParty(provider)).begin(browser);
      const fields = filledForm(page, { persona: 'gus', ...choices });
      const { response } = await browser.post(action, fields);
      const text = await response.text();
      expect(response.status).toBe(422);
      expect(text).toContain(problem.replaceAll("'", '&#39;'));
      expect(text).not.toContain('<script');
      expect(filledForm(text, {}).get('idToken.gus')).toBe(fields.get('idToken.gus'));
    },
  );

  test('has a strict Content-Security-Policy and belongs to one browser', async () => {
    const browser = new TestBrowser(provider);
    const party = await relyingParty(provider);
    const { action, page } = await party.begin(browser);
    const { response } = await browser.open(action);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://localhost:8080;",
    );
    expect(page).not.toContain('<script');
    expect((await new TestBrowser(provider).open(action)).response.status).toBe(400);
    expect((await browser.post(action, new URLSearchParams('x='.padEnd(600_000, 'x')))).response.status).toBe(
      422,
    );
  });
});

describe('start', () => {
  test('keeps its keys across restarts, readable by their owner only', async () => {
    const file = path.join(dataDir, 'demo-provider', 'keys.json');
    const before = await readFile(file, 'utf8');
    const second = await start();
    await second.close();
    expect(second).toMatchObject({
      certificatePem: provider.certificatePem,
      clientSecret: provider.clientSecret,
    });
    expect(await readFile(file, 'utf8')).toBe(before);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
  });

  test("replaces keys that it can't read", async () => {
    const file = path.join(dataDir, 'demo-provider', 'keys.json');
    const before = await readFile(file, 'utf8');
    await writeFile(file, before.replace('unusedKey', 'earlier'));
    const second = await start();
    await second.close();
    expect(second.clientSecret).not.toBe(provider.clientSecret);
    await writeFile(file, before);
  });

  test('rejects unknown host names', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { host: 'rebound.example' };
      const options = { ca: provider.certificatePem, servername: 'localhost', headers };
      request(provider.issuer, options, (response) => resolve(response.statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(421);
  });

  test('its configuration conforms to the contract', () => {
    const data = demoOidcOp(provider);
    expect(oidcOpCreateBody.parse({ data }).data).toEqual(data);
  });
});
