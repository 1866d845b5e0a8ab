import { beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../contract/limits.ts';
import type { LastSignInTest, SignInTest } from '../../contract/oidc/sign-in-tests.ts';
import { anyTestStore } from '../../testing/databases.ts';
import { misbehaviours } from '../../testing/misbehaviours/misbehaviours.ts';
import { cookieOf, oidcSetupOn } from '../../testing/oidc-setup.ts';
import { password } from '../../testing/service.ts';
import { sweepSessions } from '../domain/access/sessions.ts';
import { tokenHash } from '../domain/access/tokens.ts';

describe.each(anyTestStore())('a sign-in test on $name', ({ open }) => {
  const scene = oidcSetupOn(open);
  const { provider, service } = scene;
  beforeEach(() => {
    // Sign-ins use metadata for up to a minute.
    service.clock.now = new Date(service.clock.now.getTime() + 61_000);
  });

  const lastOf = async (op: number) =>
    ((await service.get('/oidc_trials')).body as { data: LastSignInTest[] }).data.find(
      (each) => each.oidc_op_resource === `/oidc_ops/${op}`,
    );

  it('reports every step, the claims and the user, and opens no session', async () => {
    const report = await scene.testSignIn();
    expect(new Set(report.steps.map(({ verdict }) => verdict))).toEqual(new Set(['passed']));
    expect(report.steps.map(({ name }) => name).join(' ')).toBe(
      'discovery authorization_request callback token_request id_token_claims id_token_signature userinfo username_path local_user',
    );
    expect(report).toMatchObject({
      succeeded: true,
      login: 'admin',
      user_resource: '/users/1',
      id_token_claims: { preferred_username: 'admin' },
      userinfo_claims: { sub: 'subject-1' },
    });
  });

  it('warns if an unneeded UserInfo request fails, or metadata is missing or has another issuer', async () => {
    provider.behaviour = {
      userInfo: () => ({ status: 500 }),
      metadata: (good) => ({ body: { ...good, issuer: `${provider.issuer}/` } }),
    };
    const report = await scene.testSignIn();
    expect(report.succeeded).toBe(true);
    expect(report.steps.filter(({ verdict }) => verdict === 'warning')).toMatchObject([
      { name: 'discovery', expected: provider.issuer, actual: `${provider.issuer}/` },
      { name: 'userinfo' },
    ]);
  });

  it('shows the claims of a rejected ID token, but maps no user from it', async () => {
    const wrongIssuer = { claims: (good: object) => ({ ...good, iss: 'https://another.example' }) };
    const unsigned = misbehaviours.find(([, error]) => error === 'signature_invalid');
    for (const behaviour of [wrongIssuer, await unsigned?.[3](provider)]) {
      provider.behaviour = behaviour ?? {};
      const report = await scene.testSignIn();
      expect(report).toMatchObject({
        succeeded: false,
        id_token_claims: { preferred_username: 'admin' },
        userinfo_claims: null,
        login: '',
        user_resource: '',
      });
    }
  });

  it.each([
    // A form that comes from another site has no cookies.
    ['a form', 'POST', 'form_response'],
    ['a fragment', 'GET', 'wrong_response_mode'],
  ])('says that the provider responds with %s', async (_how, method, error) => {
    const start = await service.post('/oidc_trials', scene.values());
    const { authorization_url, oidc_trial_resource: path } = start.body as Record<string, string>;
    const state = new URL(String(authorization_url)).searchParams.get('state') ?? '';
    const sent =
      method === 'POST'
        ? { body: `code=c&state=${state}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
        : { headers: { cookie: cookieOf(start.headers, 'oidc_') } };
    const back = await service.raw({ method, url: '/oidc_logins/callback', ...sent });
    expect(back.headers['location']).toBe('/sign-in-test-finished');
    const report = (await service.get(String(path))).body as SignInTest;
    expect(report).toMatchObject({ returned: true, finished: true, succeeded: false });
    expect(report.steps.at(-1)).toMatchObject({ name: 'callback', verdict: 'failed', error });
  });

  it('keeps empty fields of a draft empty', async () => {
    const userInfo = async (more: object) =>
      (await scene.testSignIn({ ...scene.values(), ...more })).steps.find(({ name }) => name === 'userinfo');
    expect(await userInfo({})).toMatchObject({ verdict: 'passed' });
    expect(await userInfo({ userinfo_endpoint: '' })).toMatchObject({ verdict: 'skipped' });
  });

  it('is visible only to the user who started it, for ten minutes', async () => {
    const { oidc_trial_resource: path } = await service.create(`/oidc_logins/${scene.op}/trials`);
    const other = await service.signIn('admin');
    expect((await service.visit(path, other)).status).toBe(200);
    const second = { login: 'second-admin', group_resource: '/groups/0', role_resources: ['/roles/1'] };
    await service.create('/users', { ...second, password });
    expect((await service.request('second-admin', 'GET', '/oidc_ops')).status).toBe(200);
    expect((await service.request('second-admin', 'GET', path)).status).toBe(404);
    expect((await service.request('auditor', 'GET', path)).status).toBe(403);
    service.clock.now = new Date(service.clock.now.getTime() + 601_000);
    expect((await service.get(path)).status).toBe(404);
    await sweepSessions(service.work.stores, service.clock.now);
    expect(await scene.database.db.selectFrom('sign_in_tests').selectAll().execute()).toEqual([]);
  });

  it('keeps the latest tests of a user', async () => {
    const paths: string[] = [];
    for (let index = 0; index <= limits.signInTestsKept; index += 1) {
      service.clock.now = new Date(service.clock.now.getTime() + 1);
      paths.push((await service.create(`/oidc_logins/${scene.op}/trials`)).oidc_trial_resource);
    }
    const statuses = await Promise.all(paths.map(async (path) => (await service.get(path)).status));
    expect(statuses).toEqual([404, ...Array<number>(limits.signInTestsKept).fill(200)]);
  });

  it('is stored encrypted, bound to its row, without the secret once it has finished', async () => {
    const stored = () => scene.database.db.selectFrom('sign_in_tests').selectAll().execute();
    const started = await service.post(`/oidc_logins/${scene.op}/trials`);
    const { authorization_url, oidc_trial_resource: path } = started.body as Record<string, string>;
    const id = String(path).split('/').at(-1) ?? '';
    const before = (await stored()).find(({ id_hash: hash }) => hash === tokenHash(id));
    expect(JSON.stringify(await stored())).not.toContain(provider.clientId);
    expect(JSON.stringify(await stored())).not.toContain(id);
    const callback = provider.authorize(String(authorization_url)).toString();
    const url = `/oidc_logins/callback?${callback}`;
    const cookie = cookieOf(started.headers, 'oidc_');
    await service.visit(url, cookie);
    expect((await service.visit(url, cookie)).headers['location']).toContain('oidc_error=request_expired');
    expect((await service.get(String(path))).body).toMatchObject({ succeeded: true });
    const after = (await stored()).find(({ id_hash: hash }) => hash === before?.id_hash);
    expect(after?.sealed).not.toBe(before?.sealed);
    // Each row's content can't be opened in another one.
    const { oidc_trial_resource: otherPath } = await service.create(`/oidc_logins/${scene.op}/trials`);
    await scene.database.db
      .updateTable('sign_in_tests')
      .set({ sealed: String(after?.sealed) })
      .where('id_hash', '=', tokenHash(otherPath.split('/').at(-1) ?? ''))
      .execute();
    expect((await service.get(otherPath)).status).toBe(500);
  });

  it('says whether the provider has sent the browser back, and shows the request without its secrets', async () => {
    const started = await service.post('/oidc_trials', scene.values());
    const { authorization_url, oidc_trial_resource: path } = started.body as Record<string, string>;
    const report = (await service.get(String(path))).body as SignInTest;
    const published = { issuer: provider.issuer };
    expect(report).toMatchObject({ returned: false, finished: false, published });
    const sent = new URL(String(authorization_url)).searchParams;
    const facts = Object.fromEntries(
      report.steps
        .find(({ name }) => name === 'authorization_request')
        ?.facts.map(({ label, value }) => [label, value]) ?? [],
    );
    expect(facts).toEqual({
      endpoint: `${provider.issuer}/authorize`,
      ...Object.fromEntries(sent),
      state: 'redacted',
      nonce: 'redacted',
    });
    expect((await scene.testSignIn()).returned).toBe(true);
  });

  it.each([{ userinfo_endpoint: '' }, {}])(
    'ends with the claims without an expression and a name: %s',
    async (more) => {
      const { name: _name, username_path: _path, ...draft } = scene.values();
      const report = await scene.testSignIn({ ...draft, ...more });
      expect(report).toMatchObject({
        provider_name: '',
        finished: true,
        succeeded: false,
        login: '',
        id_token_claims: { preferred_username: 'admin' },
        userinfo_claims: 'userinfo_endpoint' in more ? null : { sub: 'subject-1' },
      });
      expect(report.steps.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
      expect(report.steps.at(-1)).toMatchObject({ name: 'username_path', verdict: 'skipped' });
    },
  );

  it('reports an expression that exceeds the limits', async () => {
    const username_path = "pad_left('a',`100000000`,'x')|split(@,'')";
    const report = await scene.testSignIn({ ...scene.values(), username_path });
    expect(report.steps.at(-1)).toMatchObject({
      name: 'username_path',
      verdict: 'failed',
      message: "The username expression failed on the provider's claims.",
      actual: expect.stringContaining('ID token: failed: it needs too much memory'),
    });
  });

  it('tests an edit while the metadata is unavailable, with a warning', async () => {
    const saved = (await service.get(`/oidc_ops/${scene.op}`)).body as Record<string, unknown>;
    const writable = Object.fromEntries(
      Object.keys(scene.values())
        .concat('issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri', 'scope')
        .filter((name) => name !== 'client_secret')
        .map((name) => [name, saved[name]]),
    );
    const draft = { ...writable, username_path: 'email', oidc_op_resource: `/oidc_ops/${scene.op}` };
    provider.behaviour = { metadata: () => ({ status: 503 }) };
    provider.user.idToken = { email: 'admin' };
    const report = await scene.testSignIn(draft);
    expect(report).toMatchObject({ succeeded: true, published: null });
    expect(report.steps[0]).toMatchObject({ name: 'discovery', verdict: 'warning' });
    const moved = { ...draft, metadata_url: `${provider.issuer}/elsewhere` };
    expect((await service.post('/oidc_trials', moved)).status).toBe(400);
  });

  it('leaves its outcome, until the provider is tested again or deleted', async () => {
    // Earlier tests of the same values have expired.
    service.clock.now = new Date(service.clock.now.getTime() + 601_000);
    const op = await scene.create();
    const last = () => lastOf(op);
    expect(await last()).toBeUndefined();
    provider.behaviour = { claims: (good) => ({ ...good, aud: 'another-client' }) };
    await scene.testSignIn(undefined, op);
    expect(await last()).toEqual({
      oidc_op_resource: `/oidc_ops/${op}`,
      outcome: 'failed',
      failed_step: 'id_token_claims',
      started_at: service.clock.now.toISOString(),
    });
    scene.reset();
    await scene.testSignIn({ ...scene.values(), username_path: 'email' });
    expect(await last()).toMatchObject({ outcome: 'failed' });
    await scene.testSignIn(undefined, op);
    expect(await last()).toMatchObject({ outcome: 'passed', failed_step: '' });
    await service.post(`/oidc_logins/${op}/trials`);
    expect(await last()).toMatchObject({ outcome: 'unfinished' });
    await service.delete(`/oidc_ops/${op}`);
    expect(await last()).toBeUndefined();
  });

  describe("of a draft is the saved provider's last one", () => {
    it('also if two are saved from it', async () => {
      await scene.testSignIn(scene.values());
      for (const name of ['One', 'Two'])
        expect(await lastOf(await scene.create({ name }))).toMatchObject({ outcome: 'passed' });
    });

    it.each([
      ['passed', 'preferred_username', ''],
      ['failed', 'email', 'username_path'],
    ])('if it %s', async (outcome, username_path, failed_step) => {
      await scene.testSignIn({ ...scene.values(), username_path });
      const op = await scene.create({ username_path, name: 'Named later' });
      expect(await lastOf(op)).toMatchObject({ outcome, failed_step });
    });

    it('after an update, and if a job saved it', async () => {
      const op = await scene.create({ username_path: 'sub' });
      const { client_secret: _, ...draft } = { ...scene.values(), username_path: 'preferred_username' };
      await scene.testSignIn({ ...draft, oidc_op_resource: `/oidc_ops/${op}` });
      const path = `/oidc_ops/${op}`;
      await service.inBackground('admin', 'PUT', path, { username_path: draft.username_path });
      const { updated_at } = (await service.get(path)).body as { updated_at: string };
      expect(await lastOf(op)).toMatchObject({ outcome: 'passed', started_at: updated_at });
    });

    it('unless something that matters was changed, such as the secret, or someone else tested it', async () => {
      await scene.testSignIn(scene.values());
      for (const change of [{ client_secret: 'another secret value' }, { username_path: 'sub' }])
        expect(await lastOf(await scene.create(change))).toBeUndefined();
      service.clock.now = new Date(service.clock.now.getTime() + 601_000);
      expect(await lastOf(await scene.create())).toBeUndefined();
    });
  });

  it("shows the provider's own words, which the sign-in page never gets", async () => {
    const body = {
      error: 'invalid_grant',
      error_description: 'kaboom',
      client_secret: provider.clientSecret,
    };
    const behaviour = { token: () => ({ status: 400, body }) };
    provider.behaviour = behaviour;
    const failed = (await scene.testSignIn()).steps.find(({ verdict }) => verdict === 'failed');
    const { provider_response: words, ...own } = failed ?? {};
    expect(words).toEqual({
      status: 400,
      error: 'invalid_grant',
      error_description: 'kaboom',
      body: JSON.stringify({ ...body, client_secret: 'redacted' }),
    });
    expect(JSON.stringify(own)).not.toContain('kaboom');
    expect((await scene.signIn()).location).not.toContain('kaboom');
    provider.behaviour = {
      callback: ({ state }) => ({ state: `${state}`, error: 'access_denied', error_description: 'kaboom' }),
    };
    expect((await scene.testSignIn()).steps.at(-1)?.provider_response).toEqual({
      error: 'access_denied',
      error_description: 'kaboom',
    });
    provider.behaviour = { userInfo: () => ({ status: 503, type: 'text/html', body: '<b>kaboom</b>' }) };
    const warning = (await scene.testSignIn()).steps.find(({ name }) => name === 'userinfo');
    expect(warning?.provider_response).toEqual({ status: 503, body: 'kaboom' });
  });
});
