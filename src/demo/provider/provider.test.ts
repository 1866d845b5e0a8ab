import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { oidcOpCreateBody } from '../../contract/oidc/oidc-ops.ts';
import { demoOidcOp } from './demo-oidc-op.ts';
import { startDemoProvider, type DemoProvider } from './start.ts';
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
  dataDir = await mkdtemp(path.join(tmpdir(), 'demo-provider-'));
  provider = await start();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await provider.close();
  await rm(dataDir, { recursive: true });
});

describe('personas', () => {
  test.each([
    ['olivia', 'operator'],
    ['aud', 'auditor'],
    ['nadia', 'nadia'],
    ['ada', 'admin'],
  ])('%s has the login %s in the ID Token', async (persona, login) => {
    const { claims, userInfo } = await (await relyingParty(provider)).signIn({ persona });
    expect(claims).toMatchObject({ sub: `demo-${persona}`, preferred_username: login });
    expect(await userInfo()).toMatchObject({ sub: `demo-${persona}`, preferred_username: login });
  });

  test('tara has the login in a nested claim', async () => {
    const { claims } = await (await relyingParty(provider)).signIn({ persona: 'tara' });
    expect(claims).toMatchObject({ palisade: { login: 'tenant' }, preferred_username: 'tara.t' });
  });

  test('gus has the login in UserInfo only', async () => {
    const { claims, userInfo } = await (await relyingParty(provider)).signIn({ persona: 'gus' });
    expect(claims).not.toHaveProperty('preferred_username');
    expect(claims).not.toHaveProperty('palisade');
    expect(await userInfo()).toMatchObject({ sub: 'demo-gus', preferred_username: 'guest' });
  });

  test('each sign-in of one browser asks again, and the other persona comes out', async () => {
    const party = await relyingParty(provider);
    const browser = new TestBrowser(provider);
    expect((await party.signIn({ persona: 'olivia' }, browser)).claims).toHaveProperty('sub', 'demo-olivia');
    expect((await party.signIn({ persona: 'ada' }, browser)).claims).toHaveProperty('sub', 'demo-ada');
  });
});

describe('misbehaviours', () => {
  test.each([
    ['wrong-issuer', /unexpected JWT "iss"/],
    ['wrong-audience', /unexpected JWT "aud"/],
    ['bad-signature', /signature verification failed/],
    ['expired', /"exp" \(expiration time\)/],
    ['wrong-nonce', /unexpected ID Token "nonce"/],
    ['access-denied', /access_denied/],
  ])('%s is refused by the relying party', async (misbehaviour, reason) => {
    const party = await relyingParty(provider);
    const problem = await party.signIn({ persona: 'olivia', misbehaviour }).catch((error: unknown) => error);
    expect(causes(problem)).toMatch(reason);
  });

  test('missing-claim leaves sub alone in both places', async () => {
    const { claims, userInfo } = await (
      await relyingParty(provider)
    ).signIn({ persona: 'tara', misbehaviour: 'missing-claim' });
    expect(claims).not.toHaveProperty('preferred_username');
    expect(claims).not.toHaveProperty('palisade');
    expect(await userInfo()).toEqual({ sub: 'demo-tara' });
  });

  test('userinfo-fails answers 500, and the ID Token has no login', async () => {
    const { claims, userInfo } = await (
      await relyingParty(provider)
    ).signIn({ persona: 'olivia', misbehaviour: 'userinfo-fails' });
    expect(claims).not.toHaveProperty('preferred_username');
    await expect(userInfo()).rejects.toMatchObject({ cause: { status: 500 } });
  });

  test('userinfo-other-sub tells about somebody else', async () => {
    const { userInfo } = await (
      await relyingParty(provider)
    ).signIn({ persona: 'gus', misbehaviour: 'userinfo-other-sub' });
    expect(causes(await userInfo().catch((error: unknown) => error))).toMatch(
      /unexpected "response" body "sub"/,
    );
  });

  test('slow answers later than a relying party waits, and well where it waits', async () => {
    const choices = { persona: 'olivia', misbehaviour: 'slow', slow_seconds: '2' };
    const hasty = await (await relyingParty(provider, 1)).signIn(choices).catch((error: unknown) => error);
    expect(causes(hasty)).toMatch(/timed out/);
    const patient = await (await relyingParty(provider, 5)).signIn(choices);
    expect(patient.claims).toHaveProperty('preferred_username', 'operator');
  });
});

describe('sign-in page', () => {
  test('keeps edited claims for their persona, with claims of any name, until they are restored', async () => {
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
      'Claims of Gus Guest: not JSON: Expected double-quoted property name, line 2, column 14',
    ],
    [{ 'idToken.gus': '["sub"]' }, 'Claims of Gus Guest: must be a JSON object'],
    [{ 'idToken.gus': '{}' }, 'Claims of Gus Guest: sub must be 1 to 255 ASCII characters'],
    [{ 'idToken.gus': '{"sub":"a","iss":"b"}' }, 'Claims of Gus Guest: iss is set by the provider'],
    [
      { 'userInfoOnly.gus': '{"sub":"b"}' },
      'Claims of Gus Guest in UserInfo only: sub is that of the ID Token',
    ],
    [{ misbehaviour: 'slow', slow_seconds: '61' }, 'Seconds must be a whole number from 1 to 60'],
    [{ misbehaviour: 'x"><script>' }, 'Choice: must be one of those listed'],
  ])(
    'names the problem of %o and keeps what was written',
    async (choices: Record<string, string>, problem) => {
      const browser = new TestBrowser(provider);
      const { action, page } = await (await relyingParty(provider)).begin(browser);
      const fields = filledForm(page, { persona: 'gus', ...choices });
      const { response } = await browser.post(action, fields);
      const text = await response.text();
      expect(response.status).toBe(422);
      expect(text).toContain(problem);
      expect(text).not.toContain('<script');
      expect(filledForm(text, {}).get('idToken.gus')).toBe(fields.get('idToken.gus'));
    },
  );

  test('is strict about what runs in it, and about who may open it', async () => {
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

test('signing out at the provider ends its session and nothing else', async () => {
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
  expect(await (await browser.open('/')).response.text()).toContain('<dd>nobody</dd>');
  expect(await userInfo()).toHaveProperty('sub', 'demo-ada');
});

describe('start', () => {
  test('refuses addresses that others can reach, and names a port that is taken', async () => {
    const options = { port: 0, dataDir, redirectUris: [redirectUri] };
    await expect(startDemoProvider({ ...options, host: '0.0.0.0' })).rejects.toThrow('this machine alone');
    const taken = Number(new URL(provider.issuer).port);
    await expect(startDemoProvider({ ...options, port: taken })).rejects.toThrow(
      'something else listens there',
    );
  });

  test('keeps its keys from start to start, for its owner alone', async () => {
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

  test('answers to its own names only', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { host: 'rebound.example' };
      const options = { ca: provider.certificatePem, servername: 'localhost', headers };
      request(provider.issuer, options, (response) => resolve(response.statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(421);
  });

  test('is quiet', () => expect(output).toEqual([]));

  test('its configuration fits the contract', () => {
    const data = demoOidcOp(provider.issuer, provider.clientId, provider.clientSecret);
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
