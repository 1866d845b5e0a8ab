import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ProviderFault } from '../../contract/lab.ts';
import { createOutbound } from '../../service/outbound/outbound.ts';
import { oidcOpCreateBody } from '../../contract/oidc/oidc-ops.ts';
import { demoOidcOp } from './demo-oidc-op.ts';
import { startDemoProvider, type DemoProvider } from './start.ts';
import { temporaryFolder } from '../../tooling/temporary-folder.ts';
import { filledForm, redirectUri, relyingParty, TestBrowser } from './test-client.ts';

/** Hoisted above the imports: a library may print while it is loaded. */
const output = vi.hoisted(() => {
  const lines: string[] = [];
  for (const method of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((...parts) => void lines.push(parts.join(' ')));
  }
  return lines;
});

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

describe('personas', () => {
  test.each([
    ['olivia', 'operator'],
    ['aud', 'auditor'],
    ['nadia', 'nadia'],
    ['ada', 'admin'],
  ])('%s has the login %s in the ID token', async (persona, login) => {
    const { claims, userInfo } = await (await relyingParty(provider)).signIn({ persona });
    expect(claims).toMatchObject({ sub: `demo-${persona}`, preferred_username: login });
    expect(await userInfo()).toMatchObject({ sub: `demo-${persona}`, preferred_username: login });
  });

  test("Tara's login is in a nested claim", async () => {
    const { claims } = await (await relyingParty(provider)).signIn({ persona: 'tara' });
    expect(claims).toMatchObject({ palisade: { login: 'tenant' }, preferred_username: 'tara.t' });
  });

  test("Gus's login is in UserInfo only", async () => {
    const { claims, userInfo } = await (await relyingParty(provider)).signIn({ persona: 'gus' });
    expect(claims).not.toHaveProperty('preferred_username');
    expect(claims).not.toHaveProperty('palisade');
    expect(await userInfo()).toMatchObject({ sub: 'demo-gus', preferred_username: 'guest' });
  });
});

describe('misbehaviours', () => {
  test.each([
    ['wrong-issuer', /unexpected JWT "iss"/],
    ['wrong-audience', /unexpected JWT "aud"/],
    ['bad-signature', /signature verification failed/],
    // The service tries both keys.
    ['no-kid', /multiple matching keys|error when selecting a JWT verification key/],
    ['expired', /"exp" \(expiration time\)/],
    ['wrong-nonce', /unexpected ID Token "nonce"/],
    ['access-denied', /access_denied/],
    ['encrypted', /encrypted|decrypt/i],
    ['userinfo-fails', /unexpected HTTP response status code/],
    ['userinfo-unauthorized', /challenge in the WWW-Authenticate/],
    ['userinfo-other-sub', /unexpected "response" body "sub"/],
    ['slow', /timed out/],
  ])('%s is rejected by the relying party', async (misbehaviour, reason) => {
    const party = await relyingParty(provider, misbehaviour === 'slow' ? 1 : undefined);
    const problem = await party
      .signIn({ persona: 'olivia', misbehaviour, slow_seconds: '2' })
      .then(({ userInfo }) => userInfo())
      .catch((error: unknown) => error);
    expect(causes(problem)).toMatch(reason);
  });

  test.each(['missing-claim', 'userinfo-fails', 'userinfo-unauthorized', 'userinfo-other-sub'])(
    '%s returns only sub in the ID token',
    async (misbehaviour) => {
      const { claims } = await (await relyingParty(provider)).signIn({ persona: 'tara', misbehaviour });
      expect(claims).toHaveProperty('sub', 'demo-tara');
      expect(claims).not.toHaveProperty('preferred_username');
      expect(claims).not.toHaveProperty('palisade');
    },
  );

  test.each([
    ['never-returns', 'doesn&#39;t send you back'],
    ['wrong-redirect-uri', 'isn&#39;t registered for this client'],
  ])('%s stays at the provider', async (misbehaviour, text) => {
    const browser = new TestBrowser(provider);
    const { action, page } = await (await relyingParty(provider)).begin(browser);
    const { response } = await browser.post(action, filledForm(page, { persona: 'olivia', misbehaviour }));
    expect(response.status).toBe(200);
    expect((await response.text()).replaceAll("'", '&#39;')).toContain(text);
  });
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

test('signing out at the provider ends its session only', async () => {
  const browser = new TestBrowser(provider);
  const { userInfo } = await (await relyingParty(provider)).signIn({ persona: 'ada' }, browser);
  expect(await (await browser.open('/')).response.text()).toContain('<dd>Ada Admin</dd>');
  const page = await (await browser.open('/session/end')).response.text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const { response } = await browser.post(
    '/session/end/confirm',
    new URLSearchParams({ xsrf, logout: 'yes' }),
  );
  expect(await response.text()).toContain('Signed out');
  expect(await (await browser.open('/')).response.text()).toContain('<dd>No one</dd>');
  expect(await userInfo()).toHaveProperty('sub', 'demo-ada');
});

test('the home page runs only the script that copies its values', async () => {
  const { response } = await new TestBrowser(provider).open('/');
  const text = await response.text();
  const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
  const hashes = scripts.map((script) => createHash('sha256').update(script).digest('base64'));
  expect(response.headers.get('content-security-policy')).toContain(`script-src 'sha256-${hashes.join()}';`);
  for (const label of ['discovery URL', 'client ID', 'client secret', 'redirect URI'])
    expect(text).toContain(`aria-label="Copy ${label}"`);
});

describe('start', () => {
  test('reports a port in use', async () => {
    const taken = { port: Number(new URL(provider.issuer).port), dataDir, redirectUris: [redirectUri] };
    await expect(startDemoProvider(taken)).rejects.toThrow('the port is in use');
  });

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

  test('logs nothing in normal use', () => expect(output).toEqual([]));

  test('its configuration conforms to the contract', () => {
    const data = demoOidcOp(provider);
    expect(oidcOpCreateBody.parse({ data }).data).toEqual(data);
  });
});

/** Messages and codes of an error and what caused it. */
function causes(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  const { error: code } = error as { error?: unknown };
  return [error.message, code, error.cause instanceof Error && causes(error.cause)]
    .filter(Boolean)
    .join(' < ');
}

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
