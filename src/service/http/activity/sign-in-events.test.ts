import { beforeAll, describe, expect, it } from 'vitest';
import type { SignInEvent, SignInEventDetail } from '../../../contract/activity/sign-in-events.ts';
import { issuerOfResponse } from '../../../contract/oidc/sign-in-tests.ts';
import { anyTestStore } from '../../../testing/databases.ts';
import { userNamed } from '../../../testing/misbehaving-provider.ts';
import { oidcSetupOn } from '../../../testing/oidc-setup.ts';
import { password } from '../../../testing/service.ts';

interface Page {
  rows: number;
  data: SignInEvent[];
}

describe.each(anyTestStore())('the log of sign-ins on $name', ({ open }) => {
  const scene = oidcSetupOn(open);
  const { service } = scene;
  beforeAll(async () => {
    for (const login of ['admin', 'tenant', 'auditor', 'guest'])
      await service.request(login, 'GET', '/authentication');
  });

  const events = async (query = '', as = 'admin') => {
    const { status, body } = await service.request(as, 'GET', `/sign_in_events${query}`);
    expect(status).toBe(200);
    return body as Page;
  };
  const latest = async () => (await events('?limit=1')).data[0];
  const details = async (event: SignInEvent | undefined, as = 'admin') =>
    (await service.request(as, 'GET', String(event?.sign_in_event_resource))).body as SignInEventDetail;
  const browser = { 'user-agent': `Browser ${'x'.repeat(300)}`, remoteAddress: '192.0.2.7' };
  const attempt = (login: string, secret: string) =>
    service.request(undefined, 'POST', '/authentication', { login, password: secret }, browser);

  it('records a sign-in with a password', async () => {
    expect((await attempt('tenant', password)).status).toBe(201);
    expect(await latest()).toEqual({
      sign_in_event_resource: expect.stringMatching(/^\/sign_in_events\/\d+$/),
      at: '2026-01-01T12:00:00.000Z',
      outcome: 'signed_in',
      method: 'password',
      login: 'tenant',
      unknown_login: null,
      user: '/users/2',
      oidc_op_resource: null,
      oidc_op_name: null,
      address: '192.0.2.7',
      user_agent: expect.stringMatching(/^Browser x{248}$/),
      request_id: expect.stringMatching(/^req-/),
      reference: null,
      code: null,
    });
  });

  it('records why a password was rejected, and never an unknown login', async () => {
    expect((await attempt('tenant', 'canary-4711')).status).toBe(401);
    expect(await latest()).toMatchObject({ outcome: 'rejected', login: 'tenant', code: 'wrong_password' });
    await attempt('canary-4711', 'another');
    expect(await latest()).toMatchObject({ login: null, user: null, code: 'unknown_user' });
    const failures = await scene.database.db.selectFrom('sign_in_failures').selectAll().execute();
    expect(failures.length).toBeGreaterThan(2);
    expect(JSON.stringify(failures)).not.toMatch(/canary|tenant/);
    const users = scene.database.db.updateTable('users').where('login', '=', 'guest');
    await users.set({ password_hash: null }).execute();
    await attempt('guest', password);
    expect(await latest()).toMatchObject({ login: 'guest', code: 'no_password' });
    for (let count = 0; count < 5; count += 1) await attempt('auditor', 'wrong');
    expect((await attempt('auditor', password)).status).toBe(429);
    expect(await latest()).toMatchObject({ login: 'auditor', code: 'too_many_attempts' });
    expect(await details(await latest())).toMatchObject({ steps: [] });
  });

  it('records a sign-in through a provider', async () => {
    await scene.signIn();
    expect(await latest()).toMatchObject({
      outcome: 'signed_in',
      method: 'oidc',
      login: 'admin',
      oidc_op_resource: `/oidc_ops/${scene.op}`,
      oidc_op_name: 'Odd',
    });
    expect(await details(await latest())).toMatchObject({ steps: [] });
  });

  it('gives a rejected visitor a reference, under which the reason is found', async () => {
    scene.provider.user = { idToken: { email: 'bob@canary.example' }, userInfo: { nickname: 'canary' } };
    const { reference } = await scene.signIn();
    expect(reference).toMatch(/^[A-Z]{8}$/);
    const { rows, data } = await events(`?reference=${String(reference).toLowerCase()}`);
    expect(rows).toBe(1);
    const rejection = { outcome: 'rejected', method: 'oidc', login: null, code: 'no_username' };
    expect(data[0]).toMatchObject({ ...rejection, reference });
    const { steps } = await details(data[0]);
    expect(steps.find(({ verdict }) => verdict === 'failed')).toMatchObject({
      name: 'username_path',
      error: 'no_username',
      expected: 'a non-empty string',
      repair: expect.stringContaining('Use a claim'),
      facts: expect.arrayContaining([
        { label: 'claims of ID token', value: expect.stringContaining('email') },
      ]),
    });
    expect(JSON.stringify(steps)).not.toContain('canary');
  });

  it("keeps the authorization response's issuer, which rules out the ID token's", async () => {
    const { issuer } = scene.provider;
    scene.provider.behaviour = {
      callback: (good) => ({ ...good, iss: issuer }),
      claims: (good) => ({ ...good, iss: 'https://other.example' }),
    };
    await scene.signIn();
    expect((await details(await latest())).steps.at(-1)).toMatchObject({
      error: 'wrong_issuer',
      facts: [{ label: issuerOfResponse, value: issuer }],
    });
  });

  it("names the login that the provider's user would have had", async () => {
    scene.provider.user = { idToken: { preferred_username: 'bob' }, userInfo: {} };
    await scene.signIn();
    const event = await latest();
    expect(event).toMatchObject({ code: 'unknown_user', login: null, unknown_login: 'bob' });
    expect((await details(event)).steps.at(-1)).toMatchObject({ name: 'local_user', actual: 'bob' });
  });

  it("erases a forgotten user's sign-ins that found no user if the caller can change configurations", async () => {
    for (const login of ['Leaver', 'leav\u00ADer']) {
      scene.provider.user = { idToken: { preferred_username: login }, userInfo: {} };
      await scene.signIn();
    }
    const stored = async () =>
      (await events('?code=unknown_user&oidc_op=/oidc_ops/' + scene.op)).data.map(({ address }) => address);
    const before = await stored();
    const values = { login: 'leaver', display_name: '', group_resource: '/groups/2', password };
    const { user_resource: resource } = await service.create('/users', values);
    const forget = (as: string) => service.request(as, 'POST', `${resource}/forget`);
    expect((await forget('tenant')).status).toBe(200);
    expect(await stored()).toEqual(before);
    expect((await forget('admin')).status).toBe(200);
    const erased = expect.stringMatching(/^forgotten-/);
    expect(await stored()).toEqual([erased, erased, ...before.slice(2)]);
    expect(await latest()).toMatchObject({ code: 'unknown_user', unknown_login: null });
    expect(before.length).toBeGreaterThan(2);
    expect((await details(await latest())).steps).toEqual([]);
  });

  it('contains no secrets and tokens', async () => {
    const { clientSecret } = scene.provider;
    const description = { error: 'invalid_client', error_description: `not ${clientSecret}` };
    for (const body of [description, `<p>canary-4711</p>`]) {
      scene.provider.behaviour = { token: () => ({ status: 401, body }) };
      await scene.signIn();
      expect(await latest()).toMatchObject({ code: 'client_refused' });
    }
    const stored = JSON.stringify(await scene.database.db.selectFrom('sign_in_events').selectAll().execute());
    expect(stored).not.toMatch(/canary-4711|eyJ|code_verifier/);
    expect(stored).not.toContain(clientSecret);
    expect(stored).not.toContain(password);
  });

  it('filters', async () => {
    const codes = (page: Page) => new Set(page.data.map(({ code }) => code));
    expect(codes(await events('?code=no_username'))).toEqual(new Set(['no_username']));
    expect(codes(await events('?outcome=signed_in'))).toEqual(new Set([null]));
    expect(codes(await events('?outcome=rejected'))).not.toContain(null);
    const own = (await events('?user=/users/2')).data.map(({ login }) => login);
    expect(new Set(own)).toEqual(new Set(['tenant']));
    const through = (await events(`?oidc_op=/oidc_ops/${scene.op}`)).data.map(({ method }) => method);
    expect(new Set(through)).toEqual(new Set(['oidc']));
  });

  it('shows only sign-ins that concern the caller', async () => {
    const logins = async (as: string) =>
      new Set((await events('?limit=1000', as)).data.map(({ login }) => login));
    expect(await logins('tenant')).toEqual(new Set(['tenant']));
    // An auditor reads configurations, so also sign-ins through them, but not users.
    expect(await logins('auditor')).toEqual(new Set(['auditor', 'admin', null]));
    expect(await logins('guest')).toEqual(new Set(['guest']));
    // A helpdesk reads all users, but no configurations, through which strangers try to sign in.
    const { role_resource: role } = await service.create('/roles', {
      name: 'Helpdesk',
      admin_group: '/groups/0',
      group_resources: ['/groups/0'],
      features: [{ name: 'group_admin', privilege: 'ro' }],
    });
    const helpdesk = { login: 'helpdesk', group_resource: '/groups/0', password, role_resources: [role] };
    await service.create('/users', helpdesk);
    expect(await logins('helpdesk')).not.toContain(null);
    const [own] = (await events('?user=/users/2')).data;
    const response = await service.request('guest', 'GET', String(own?.sign_in_event_resource));
    expect(response.status).toBe(404);
  });

  it("shows steps of a user's sign-in about the provider only to who can view it, and erases them with the user", async () => {
    const values = { login: 'departed', group_resource: '/groups/2', password };
    const { user_resource: resource } = await service.create('/users', values);
    const signIn = async (sub: string) => {
      scene.provider.user = userNamed('departed');
      scene.provider.user.idToken['sub'] = sub;
      await scene.signIn();
      return latest();
    };
    await signIn('first');
    const refused = [await signIn('second')];
    await service.put(resource, { suspended: true });
    refused.push(await signIn('first'));
    expect(refused.map((event) => [event?.code, event?.login])).toEqual([
      ['subject_changed', 'departed'],
      ['suspended', 'departed'],
    ]);
    const stepsFor = async (as: string) =>
      Promise.all(refused.map(async (event) => (await details(event, as)).steps.map(({ name }) => name)));
    expect(await stepsFor('tenant')).toEqual([['local_user'], ['local_user']]);
    expect((await stepsFor('auditor'))[1]).toEqual(expect.arrayContaining(['username_path', 'local_user']));
    expect((await service.post(`${resource}/forget`)).status).toBe(200);
    for (const event of refused) expect(await details(event)).toMatchObject({ steps: [] });
    const { data } = await events(`?user=${resource}`);
    expect(JSON.stringify(data)).not.toContain('departed');
  });

  it("isn't filled by strangers", async () => {
    const before = (await events()).rows;
    const start = () =>
      service.raw({ method: 'GET', url: '/oidc_logins/callback?state=none', remoteAddress: '198.51.100.9' });
    for (let count = 0; count < 210; count += 1) await start();
    const { location } = (await start()).headers;
    expect((await events()).rows - before).toBe(200);
    expect(location).toBe('/sign-in?oidc_error=request_expired');
  });
});
