import { describe, expect, it } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { anyTestStore } from '../../testing/databases.ts';
import { impatience, oidcSetupOn } from '../../testing/oidc-setup.ts';
import type { Identity } from '../../contract/access/identities.ts';
import { userNamed, type MisbehavingProvider } from '../../testing/misbehaving-provider.ts';
import { refusedWith, startTestService } from '../../testing/service.ts';
import { sweepSessions } from '../domain/access/sessions.ts';

describe.each(anyTestStore())('sign-in through a provider on $name', ({ open }) => {
  const scene = oidcSetupOn(open);
  const { provider, service } = scene;

  it('is listed publicly with its name, in id order', async () => {
    const paths = { oidc_op_resource: `/oidc_ops/${scene.op}`, login_resource: `/oidc_logins/${scene.op}` };
    expect(await service.visit('/oidc_logins')).toMatchObject({
      status: 200,
      body: { rows: 1, data: [{ name: 'Odd', ...paths }] },
    });
  });

  it('requests a code with a new PKCE challenge, state and nonce each time', async () => {
    const requested = async () => {
      const { headers } = await service.visit(`/oidc_logins/${scene.op}`);
      return Object.fromEntries(new URL(String(headers['location'])).searchParams);
    };
    const [first, second] = [await requested(), await requested()];
    expect(first).toMatchObject({
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: 'http://localhost:8080/api/oidc_logins/callback',
      scope: 'openid',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(first?.[name]).not.toBe(second?.[name]);
  });

  const whoHas = async (cookie: string) => (await service.visit('/authentication', cookie)).body;

  it('opens a session for the mapped user and returns to the previous page', async () => {
    const { status, location, session } = await scene.signIn();
    expect({ status, location }).toEqual({ status: 302, location: '/groups' });
    const body = await whoHas(session);
    expect(body).toMatchObject({
      login: 'admin',
      logout: { method: 'local', post_logout_redirect_uri: 'https://acme.example/bye' },
    });
    const user = await service.get((body as { user: string }).user);
    expect(user.body).toMatchObject({ last_sign_in_via: 'Odd' });
  });

  it('returns to a non-ASCII path', async () => {
    const { location } = await scene.signIn(scene.op, { returnTo: '/groups?filter=Zürich — 東京' });
    expect(location).toBe(`/groups?filter=${encodeURIComponent('Zürich — 東京')}`);
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', '/.//evil.example', 'groups'])(
    'does not redirect to %s',
    async (to) => {
      const url = `/oidc_logins/${scene.op}?return_to=${encodeURIComponent(to)}`;
      const { status, body } = await service.visit(url);
      expect({ status, body }).toEqual(refusedWith(400, 'return_to: must be a local path'));
    },
  );

  it('uses the login in the ID token, or else in UserInfo', async () => {
    provider.user = { idToken: {}, userInfo: { preferred_username: 'guest' } };
    expect(await whoHas((await scene.signIn()).session)).toMatchObject({ login: 'guest' });
    provider.user.idToken = { preferred_username: 'auditor' };
    const requests = provider.requests.filter((request) => request.includes('/userinfo')).length;
    expect(await whoHas((await scene.signIn()).session)).toMatchObject({ login: 'auditor' });
    expect(provider.requests.filter((request) => request.includes('/userinfo'))).toHaveLength(requests);
  });

  it.each(['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'])('accepts a new %s key immediately', async (alg) => {
    await provider.rotate(alg);
    expect((await scene.signIn()).location).toBe('/groups');
    await provider.rotate('RS256');
  });

  it('finds the keys through metadata without jwks_uri, which must have them', async () => {
    const id = await scene.create({ jwks_uri: '' });
    expect((await scene.signIn(id)).location).toBe('/groups');
    provider.behaviour = { metadata: (good) => ({ body: { ...good, jwks_uri: undefined } }) };
    service.clock.now = new Date(service.clock.now.getTime() + 61_000);
    expect((await scene.signIn(id)).location).toContain('oidc_error=signature_invalid');
    await service.delete(`/oidc_ops/${id}`);
  });

  it("accepts an issuer that isn't a URL", async () => {
    const id = await scene.create({ issuer: 'accounts.example' });
    expect((await scene.signIn(id)).location).toContain('oidc_error=wrong_issuer');
    provider.behaviour = { claims: (good) => ({ ...good, iss: 'accounts.example' }) };
    expect((await scene.signIn(id)).location).toBe('/groups');
    await service.delete(`/oidc_ops/${id}`);
  });

  it('follows what the provider currently announces, or last announced', async () => {
    const announcing: MisbehavingProvider['behaviour'] = {
      metadata: (good) => ({ body: { ...good, authorization_response_iss_parameter_supported: true } }),
    };
    const unavailable: MisbehavingProvider['behaviour'] = { metadata: () => ({ status: 503 }) };
    provider.behaviour = announcing;
    const id = await scene.create();
    const outcome = async (behaviour: MisbehavingProvider['behaviour']) => {
      provider.behaviour = behaviour;
      service.clock.now = new Date(service.clock.now.getTime() + 61_000);
      const { location } = await scene.signIn(id);
      return new URL(location, 'http://x').searchParams.get('oidc_error') ?? 'signed in';
    };
    expect(await outcome(announcing)).toBe('wrong_issuer');
    // Blocking the metadata must not change the requirement.
    expect(await outcome(unavailable)).toBe('wrong_issuer');
    expect(await outcome({})).toBe('signed in');
    expect(await outcome(unavailable)).toBe('signed in');
    expect(await outcome(announcing)).toBe('wrong_issuer');
    await service.put(`/oidc_ops/${id}`, { metadata_url: '', issuer: provider.issuer });
    expect(await outcome(announcing)).toBe('signed in');
    await service.delete(`/oidc_ops/${id}`);
  });

  it('remembers across restarts what was announced when the configuration was saved', async () => {
    provider.behaviour = {
      metadata: (good) => ({ body: { ...good, authorization_response_iss_parameter_supported: true } }),
    };
    const id = await scene.create();
    provider.behaviour = { metadata: () => ({ status: 503 }) };
    const restarted = await startTestService(scene.database, { outbound: scene.outbound });
    const { url, cookie } = await scene.begin(`/oidc_logins/${id}`, '', restarted);
    const { headers } = await restarted.visit(url, cookie);
    expect(headers['location']).toContain('oidc_error=wrong_issuer');
    await restarted.close();
    await service.delete(`/oidc_ops/${id}`);
  });

  it('fetches metadata at most once a minute', async () => {
    const id = await scene.create({ jwks_uri: '' });
    const requests = () => provider.requests.filter((request) => request.includes('well-known')).length;
    const before = requests();
    await Promise.all([scene.signIn(id), scene.signIn(id), scene.signIn(id)]);
    expect(requests()).toBe(before);
    service.clock.now = new Date(service.clock.now.getTime() + 61_000);
    await Promise.all([scene.signIn(id), scene.signIn(id), scene.signIn(id)]);
    expect(requests()).toBe(before + 1);
    await service.delete(`/oidc_ops/${id}`);
  });

  it('explains that the jwks_uri is the token endpoint, and that an address is blocked', async () => {
    const id = await scene.create({ jwks_uri: `${provider.issuer}/token` });
    expect((await scene.signIn(id)).location).toContain('oidc_error=signature_invalid');
    const trial = await scene.testSignIn({ ...scene.values(), jwks_uri: `${provider.issuer}/token` });
    expect(trial.steps.at(-1)).toMatchObject({
      name: 'id_token_signature',
      message: 'The jwks_uri is the token endpoint, which returns no keys.',
    });
    const blocked = { jwks_uri: 'https://127.0.0.1:1/keys' };
    await service.put(`/oidc_ops/${id}`, blocked);
    expect((await scene.signIn(id)).location).toContain('oidc_error=provider_blocked');
    const report = await scene.testSignIn({ ...scene.values(), ...blocked });
    expect(report.steps.at(-1)).toMatchObject({ repair: expect.stringContaining('OUTBOUND_ALLOW') });
    await service.delete(`/oidc_ops/${id}`);
  });

  it("is refused to another subject with the same login, until the first one's identity is forgotten", async () => {
    const id = await scene.create();
    const as = (sub: string) => {
      provider.user = userNamed('admin');
      provider.user.idToken['sub'] = sub;
      return scene.signIn(id);
    };
    const identities = async () => {
      const { body } = await service.get('/users/1/identities');
      return (body as { data: Identity[] }).data.filter(
        (each) => each.oidc_op_resource === `/oidc_ops/${id}`,
      );
    };
    const before = service.clock.now.toISOString();
    expect((await as('ada')).location).toBe('/groups');
    service.clock.now = new Date(service.clock.now.getTime() + 60_000);
    const after = service.clock.now.toISOString();
    expect((await as('ada')).location).toBe('/groups');
    const known = { issuer: provider.issuer, first_used_at: before, last_used_at: after };
    expect(await identities()).toMatchObject([known]);
    const refused = await as('bob');
    expect(refused.location).toContain('oidc_error=subject_changed');
    const { body } = await service.get(`/sign_in_events?reference=${refused.reference}`);
    const [event] = (body as { data: { sign_in_event_resource: string }[] }).data;
    const { text } = await service.get(event?.sign_in_event_resource ?? '');
    expect(text).toContain(`the subject of the sign-ins from ${before} to ${after}`);
    const { steps } = await scene.testSignIn(undefined, id);
    expect(steps.at(-1)).toMatchObject({ name: 'local_user', error: 'subject_changed' });
    expect((await service.delete((await identities())[0]!.identity_resource)).status).toBe(200);
    expect((await as('bob')).location).toBe('/groups');
    await service.put(`/oidc_ops/${id}`, { name: 'Renamed' });
    expect(await identities()).toHaveLength(1);
    for (const change of [{ client_id: 'another' }, { issuer: `${provider.issuer}/other` }]) {
      await service.put(`/oidc_ops/${id}`, { client_id: provider.clientId });
      expect((await as('bob')).location).toBe('/groups');
      await service.put(`/oidc_ops/${id}`, change);
      expect(await identities()).toEqual([]);
    }
  });

  it('is rejected if the login differs only in case, with how to repair it', async () => {
    provider.user = userNamed('ADMIN');
    expect((await scene.signIn()).location).toContain('oidc_error=unknown_user');
    const { steps } = await scene.testSignIn();
    expect(steps.at(-1)).toMatchObject({
      message: 'No user has the login ADMIN. The user admin differs only in case.',
      repair: expect.stringMatching(/^Use lower\(.*\) as the username expression/),
    });
  });

  it('is refused to suspended users as to unknown ones, and says why in the log', async () => {
    await service.create('/users', { login: 'sue', group_resource: '/groups/0', suspended: true });
    provider.user = userNamed('sue');
    const { location, reference } = await scene.signIn();
    expect(location).toContain('oidc_error=unknown_user');
    const { body } = await service.get(`/sign_in_events?reference=${reference}`);
    expect(body).toMatchObject({ data: [{ code: 'suspended', login: 'sue' }] });
    const { steps } = await scene.testSignIn();
    expect(steps.at(-1)).toMatchObject({
      message: 'sue was suspended on 2026-01-01.',
      facts: [{ label: 'user', value: expect.stringMatching(/^\/users\/\d+$/) }],
    });
  });

  it('ends with its provider', async () => {
    const id = await scene.create();
    const { session } = await scene.signIn(id);
    const who = () => service.visit('/authentication', session);
    await scene.signIn(id);
    // The second session is idle for too long.
    for (const sessions of [2, 2, 1]) {
      expect((await who()).status).toBe(200);
      const { body } = await service.get('/oidc_session_counts');
      expect(Object(body).data).toContainEqual({
        oidc_op_resource: `/oidc_ops/${id}`,
        sessions,
        identities: 1,
      });
      service.clock.now = new Date(service.clock.now.getTime() + limits.sessionIdleSeconds * 600);
    }
    await service.delete(`/oidc_ops/${id}`);
    expect((await who()).status).toBe(401);
  });

  it('limits unfinished sign-ins per address until they expire', async () => {
    const id = await scene.create();
    const begin = (headers: Record<string, string> = {}) =>
      service.raw({ method: 'GET', url: `/oidc_logins/${id}?return_to=%2Fjobs`, headers });
    const requests = scene.database.db.selectFrom('oidc_requests').select('state_hash');
    const pending = async () => (await requests.where('oidc_op_id', '=', id).execute()).length;
    await scene.signIn(id);
    // As many concurrent requests as are admitted before any is rejected for overload.
    const burst = () => Promise.all(Array.from({ length: 40 }, () => begin()));
    const responses = [...(await burst()), ...(await burst())];
    expect(responses.filter(({ status }) => status === 302)).toHaveLength(limits.oidcLoginsFree);
    expect(await pending()).toBe(limits.oidcLoginsFree);
    expect(await begin()).toMatchObject({
      ...refusedWith(429, 'too many unsuccessful provider sign-ins: wait 1 second and try again'),
      headers: { 'retry-after': '1' },
    });
    const { body } = await service.get(`/sign_in_events?oidc_op=/oidc_ops/${id}&limit=1`);
    expect(body).toMatchObject({ data: [{ code: 'too_many_attempts', oidc_op_name: 'Odd' }] });
    const page = await begin({ accept: 'text/html,*/*' });
    const { origin, pathname, search } = new URL(String(page.headers['location']), 'http://local');
    expect([page.status, origin, pathname]).toEqual([302, 'http://local', '/sign-in']);
    expect(search).toMatch(`?oidc_error=too_many_attempts&oidc_op=${id}&return_to=%2Fjobs&reference=`);
    service.clock.now = new Date(service.clock.now.getTime() + 2_000);
    // A finished sign-in allows one more from the same address, not as many as before.
    expect((await scene.signIn(id)).location).toBe('/groups');
    expect((await begin()).status).toBe(302);
    expect((await begin()).status).toBe(429);
    service.clock.now = new Date(service.clock.now.getTime() + limits.oidcRequestSeconds * 1000 + 1);
    await sweepSessions(service.work.stores, service.clock.now);
    expect(await pending()).toBe(0);
    await service.delete(`/oidc_ops/${id}`);
  });
});

describe.each(anyTestStore())('sign-in through a slow provider on $name', ({ open }) => {
  const scene = oidcSetupOn(open, impatience);

  it('waits longer for the token endpoint than for other endpoints', async () => {
    scene.provider.behaviour = { token: (good) => ({ body: good, delayMilliseconds: 2_500 }) };
    expect((await scene.signIn()).location).toBe('/groups');
    // Its limit may take effect a second late.
    scene.provider.behaviour = { keys: (good) => ({ body: good, delayMilliseconds: 6_000 }) };
    expect((await scene.signIn()).location).toContain('oidc_error=provider_unreachable');
  });
});
