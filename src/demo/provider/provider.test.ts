import { hash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import path from 'node:path';
import { Agent, fetch, type BodyInit, type Dispatcher, type Response } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProviderFault } from '../../contract/lab.ts';
import { createOutbound } from '../../service/outbound/outbound.ts';
import { oidcOpCreateBody } from '../../contract/oidc/oidc-ops.ts';
import { demoOidcOp } from './demo-oidc-op.ts';
import { startDemoProvider, type DemoProvider } from './start.ts';
import { filledForm } from '../../testing/setups/filled-form.ts';
import { temporaryFolder } from '../../tooling/temporary-folder.ts';

const redirectUri = 'http://localhost:8080/api/oidc_logins/callback';
let dataDir: string;
let provider: DemoProvider;
const start = () => startDemoProvider({ port: 0, dataDir, redirectUris: [redirectUri] });

beforeAll(async () => {
  dataDir = temporaryFolder('demo-provider');
  provider = await start();
});
afterAll(() => provider.close());

/** A browser without scripts: cookies, redirects up to the relying party, and forms. */
class TestBrowser {
  readonly #cookies = new Map<string, { value: string; path: string }>();
  readonly #dispatcher: Dispatcher = new Agent({ connect: { ca: provider.certificatePem } });

  /** Follows redirects within the provider. @returns the page, or the response that redirects to another origin */
  async open(address: string, body?: BodyInit): Promise<{ url: URL; response: Response }> {
    const url = new URL(address, provider.issuer);
    const sent = [...this.#cookies].filter(([, { path: below }]) => url.pathname.startsWith(below));
    const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      ...(body === undefined ? {} : { method: 'POST', body }),
      redirect: 'manual',
      dispatcher: this.#dispatcher,
      headers: { accept: 'text/html', cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, { value, path: /path=([^;]+)/i.exec(line)?.[1] ?? '/' });
    }
    const location = response.headers.get('location');
    const next = location === null ? undefined : new URL(location, url);
    if (next?.origin !== provider.issuer) return { url, response };
    await response.body?.cancel();
    return this.open(next.href);
  }

  /** Starts a sign-in. @returns the page, and where its form is sent */
  async begin() {
    const parameters = {
      client_id: provider.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      code_challenge: hash('sha256', 'a verifier', 'base64url'),
      code_challenge_method: 'S256',
    };
    const { url, response } = await this.open(`/auth?${new URLSearchParams(parameters).toString()}`);
    return { action: url.pathname, page: await response.text() };
  }
}

test.each([
  ['never-returns', 'doesn&#39;t send you back'],
  ['wrong-redirect-uri', 'isn&#39;t registered for this client'],
])('misbehaviours %s stays at the provider', async (misbehaviour, text) => {
  const browser = new TestBrowser();
  const { action, page } = await browser.begin();
  const { response } = await browser.open(action, filledForm(page, { persona: 'olivia', misbehaviour }));
  expect(response.status).toBe(200);
  expect((await response.text()).replaceAll("'", '&#39;')).toContain(text);
});

describe('sign-in page', () => {
  test("keeps a persona's edited claims until they are restored", async () => {
    const first = new TestBrowser();
    const begun = await first.begin();
    const idToken = JSON.stringify({ sub: 'x-1', 'https://claims.example/login': ['</textarea><b>'] });
    const choices = { persona: 'aud', 'idToken.aud': idToken };
    const { response } = await first.open(begun.action, filledForm(begun.page, choices));
    expect(response.headers.get('location')).toContain(`${redirectUri}?code=`);

    const browser = new TestBrowser();
    const { action, page } = await browser.begin();
    expect(page).toContain('x-1');
    expect(page).toContain('&lt;/textarea&gt;&lt;b&gt;');
    expect(page).not.toContain('<b>');
    const restored = await browser.open(`${action}/restore`, new URLSearchParams({ persona: 'aud' }));
    expect(await restored.response.text()).not.toContain('x-1');
  });

  test.each([
    [
      { 'idToken.gus': '{\n  "sub": "a",,\n}' },
      "Gus Guest's claims: must be valid JSON: Expected double-quoted property name in JSON at position 15",
    ],
    [{ 'idToken.gus': '["sub"]' }, "Gus Guest's claims: must be a JSON object"],
    [{ 'idToken.gus': '{}' }, "Gus Guest's claims: sub must be 1 to 255 ASCII characters"],
    [{ 'idToken.gus': '{"sub":"a","iss":"b"}' }, "Gus Guest's claims: iss is set by the provider"],
    [{ 'userInfoOnly.gus': '{"sub":"b"}' }, "Gus Guest's UserInfo claims: sub comes from the ID token"],
    [{ misbehaviour: 'slow', slow_seconds: '61' }, 'Delay must be a whole number from 1 to 60'],
    [{ misbehaviour: 'x"><script>' }, 'Choice: must be one of those listed'],
  ] as [Record<string, string>, string][])(
    'says what is wrong with %o, and keeps it',
    async (choices, problem) => {
      const browser = new TestBrowser();
      const { action, page } = await browser.begin();
      const fields = filledForm(page, { persona: 'gus', ...choices });
      const { response } = await browser.open(action, fields);
      const text = await response.text();
      expect(response.status).toBe(422);
      expect(text).toContain(problem.replaceAll("'", '&#39;'));
      expect(text).not.toContain('<script');
      expect(filledForm(text, {}).get('idToken.gus')).toBe(fields.get('idToken.gus'));
    },
  );

  test('has a strict Content-Security-Policy and belongs to one browser', async () => {
    const browser = new TestBrowser();
    const { action, page } = await browser.begin();
    const { response } = await browser.open(action);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' http://localhost:8080;");
    expect(page).not.toContain('<script');
    expect((await new TestBrowser().open(action)).response.status).toBe(400);
    const tooLong = await browser.open(action, new URLSearchParams('x='.padEnd(600_000, 'x')));
    expect(tooLong.response.status).toBe(422);
  });
});

describe('start', () => {
  test('keeps its keys across restarts, readable by their owner only', async () => {
    const file = path.join(dataDir, 'demo-provider', 'keys.json');
    const before = await readFile(file, 'utf8');
    const second = await start();
    await second.close();
    const { certificatePem, clientSecret } = provider;
    expect(second).toMatchObject({ certificatePem, clientSecret });
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

test('serves a certificate that ends in five days while the Lab says so', async () => {
  let fault: ProviderFault | undefined;
  const options = { port: 0, dataDir: temporaryFolder('demo-provider'), redirectUris: [redirectUri] };
  const changing = await startDemoProvider({ ...options, fault: () => fault });
  const outbound = createOutbound();
  const { certificatePem, endingCertificatePem, issuer } = changing;
  outbound.trust(new URL(issuer).host, `${certificatePem}\n${endingCertificatePem}`);
  const days = async () => {
    const { ends, failure } = await outbound.certificate(issuer);
    return failure ?? Math.round(((ends?.getTime() ?? 0) - Date.now()) / 86_400_000);
  };
  expect(await days()).toBe(365);
  fault = 'certificate-ending';
  expect(await days()).toBe(5);
  await changing.close();
  await outbound.close();
});
