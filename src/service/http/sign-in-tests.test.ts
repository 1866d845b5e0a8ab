import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testStores } from '../../testing/databases.ts';
import { misbehaviours } from '../../testing/misbehaviours.ts';
import type { MisbehavingProvider } from '../../testing/misbehaving-provider.ts';
import { startOidcSetup, type OidcSetup } from '../../testing/oidc-setup.ts';
import type { TestService } from '../../testing/service.ts';
import type { Database } from '../store/database/database.ts';

describe.each(testStores())('a sign-in test on $name', ({ open }) => {
  let database: Database;
  let scene: OidcSetup;
  let provider: MisbehavingProvider;
  let service: TestService;
  beforeAll(async () => {
    database = await open();
    scene = await startOidcSetup(database);
    ({ provider, service } = scene);
  });
  beforeEach(() => scene.reset());
  afterAll(async () => {
    await scene.close();
    await database.close();
  });

  it('reports every step, the claims and the user, and opens no session', async () => {
    const report = await scene.testSignIn();
    expect(report.steps.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
      'discovery passed',
      'authorization_request passed',
      'callback passed',
      'token_request passed',
      'id_token_claims passed',
      'id_token_signature passed',
      'userinfo passed',
      'username_path passed',
      'local_user passed',
    ]);
    expect(report).toMatchObject({
      succeeded: true,
      login: 'admin',
      user_resource: '/users/1',
      id_token_claims: { preferred_username: 'admin' },
      userinfo_claims: { sub: 'subject-1' },
    });
  });

  it('works for an unsaved draft', async () => {
    const { rows: before } = (await service.request('admin', 'GET', '/oidc_ops')).body as { rows: number };
    const started = await service.request('admin', 'POST', '/oidc_trials', scene.values());
    expect(started.status).toBe(201);
    const { rows: after } = (await service.request('admin', 'GET', '/oidc_ops')).body as { rows: number };
    expect(after).toBe(before);
  });

  it('sends the stored secret of a draft only to its previous origin', async () => {
    const { client_secret: _, ...draft } = scene.values();
    const oidc_op_resource = `/oidc_ops/${scene.op}`;
    const start = (more: object) => service.request('admin', 'POST', '/oidc_trials', { ...draft, ...more });
    expect((await start({ oidc_op_resource, username_path: 'email' })).status).toBe(201);
    expect(await start({ oidc_op_resource, token_endpoint: 'https://thief.example/token' })).toMatchObject({
      status: 400,
      body: {
        detail: [
          `client_secret: is required, because the stored one was entered for ${provider.issuer} and isn't sent to https://thief.example`,
        ],
      },
    });
    expect((await start({})).body).toEqual({ detail: ['client_secret: is required'] });
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
    for (const behaviour of [wrongIssuer, unsigned?.[3](provider)]) {
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

  it('keeps empty fields of a draft empty', async () => {
    const userInfo = async (more: object) =>
      (await scene.testSignIn({ ...scene.values(), ...more })).steps.find(({ name }) => name === 'userinfo');
    expect(await userInfo({})).toMatchObject({ verdict: 'passed' });
    expect(await userInfo({ userinfo_endpoint: '' })).toMatchObject({ verdict: 'skipped' });
  });

  it('is visible only to the session that started it, for ten minutes', async () => {
    const started = await service.request('admin', 'POST', `/oidc_logins/${scene.op}/trials`);
    const { oidc_trial_resource: path } = started.body as { oidc_trial_resource: string };
    const other = await service.signIn('admin');
    expect((await service.raw({ method: 'GET', url: path, headers: { cookie: other } })).status).toBe(404);
    expect((await service.request('auditor', 'GET', path)).status).toBe(403);
    service.clock.now = new Date(service.clock.now.getTime() + 601_000);
    expect((await service.request('admin', 'GET', path)).status).toBe(404);
  });

  it.each(misbehaviours)('tells apart that %s', async (_what, error, step, behaviour) => {
    provider.behaviour = behaviour(provider);
    const { status, location, session } = await scene.signIn();
    expect(status).toBe(302);
    expect(location).toBe(`/sign-in?oidc_error=${error}&oidc_op=${scene.op}&return_to=%2Fgroups`);
    expect(session).toBe('');
    provider.behaviour = behaviour(provider);
    const report = await scene.testSignIn();
    const failed = report.steps.filter(({ verdict }) => verdict === 'failed');
    expect(failed).toMatchObject([{ name: step, error }]);
    expect(failed[0]?.message).toMatch(/\.$/);
    expect(report).toMatchObject({ finished: true, succeeded: false });
    const shown = JSON.stringify(report);
    for (const secret of ['kaboom', provider.clientSecret, 'access-token-of', '.eyJ'])
      expect(shown).not.toContain(secret);
  });
});
