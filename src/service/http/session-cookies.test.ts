import { describe, expect, it } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { anyTestStore } from '../../testing/databases.ts';
import { cookieOf, cookiesSet, oidcSetupOn } from '../../testing/oidc-setup.ts';
import { password, startTestService } from '../../testing/service.ts';

describe.each(anyTestStore())('cookies on $name', ({ open }) => {
  const scene = oidcSetupOn(open);
  const { service } = scene;
  const signIn = (headers: Record<string, string> = {}, on = service) =>
    on.request(undefined, 'POST', '/authentication', { login: 'guest', password }, headers);
  const statusOf = async (cookie: string) => (await service.visit('/authentication', cookie)).status;
  const sessions = () => scene.database.db.selectFrom('sessions').select('id_hash').execute();
  const begin = (cookies = '') => scene.begin(`/oidc_logins/${scene.op}`, cookies);

  it('end the session they replace, for password and provider sign-ins', async () => {
    const first = cookieOf((await signIn()).headers, 'session');
    const other = cookieOf((await signIn()).headers, 'session');
    const second = cookieOf((await signIn({ cookie: first })).headers, 'session');
    expect([await statusOf(first), await statusOf(other), await statusOf(second)]).toEqual([401, 200, 200]);
    const { url, cookie } = await begin(second);
    const back = await service.visit(url, `${second}; ${cookie}`);
    expect(back.headers['location']).toBe('/');
    expect(await statusOf(second)).toBe(401);
    expect(await statusOf(cookieOf(back.headers, 'session'))).toBe(200);
  });

  it("are found among another service's cookies of the same name", async () => {
    const own = cookieOf((await signIn()).headers, 'session');
    const similar = `session=${'x'.repeat(43)}`;
    const jars = [`session=foreign; ${own}`, `session="a b"; ${similar}; ${own}`, `${own}; session=foreign`];
    for (const cookie of jars) expect([cookie, await statusOf(cookie)]).toEqual([cookie, 200]);
    expect(await statusOf(`session=foreign; ${similar}`)).toBe(401);
    const many = Array.from({ length: 5 }, (_, index) => `session=${String(index).repeat(43)}`);
    expect(await statusOf([...many, own].join('; '))).toBe(401);
    const again = await signIn({ cookie: `session=foreign; ${similar}; ${own}` });
    const next = cookieOf(again.headers, 'session');
    expect(await statusOf(own)).toBe(401);
    const cookie = `session=foreign; ${similar}; ${next}`;
    const out = await service.raw({ method: 'DELETE', url: '/authentication', headers: { cookie } });
    expect([out.status, await statusOf(next)]).toEqual([204, 401]);
  });

  it('keep the session when a sign-in fails', async () => {
    const cookie = cookieOf((await signIn()).headers, 'session');
    const values = { login: 'guest', password: 'wrong' };
    const wrong = await service.request(undefined, 'POST', '/authentication', values, { cookie });
    expect(wrong.status).toBe(401);
    const { url } = await begin(cookie);
    expect((await service.visit(url, cookie)).headers['location']).toContain('request_expired');
    expect(await statusOf(cookie)).toBe(200);
  });

  it('let concurrent sign-ins in one browser all finish', async () => {
    const started = await Promise.all([begin(), begin()]);
    const jar = started.map(({ cookie }) => cookie);
    expect(new Set(jar.map((pair) => pair.split('=')[0])).size).toBe(2);
    for (const { url, cookie } of started) {
      const back = await service.visit(url, jar.join('; '));
      expect(back.headers['location']).toBe('/');
      const name = cookie.split('=')[0];
      expect(cookiesSet(back.headers)[0]).toMatch(new RegExp(`^${name}=; .*Expires=Thu, 01 Jan 1970`));
    }
  });

  it('are limited to ten unfinished sign-ins: the oldest is cleared', async () => {
    let jar: string[] = [];
    for (let count = 0; count < limits.oidcLoginsPerBrowser; count += 1) {
      const started = await begin(jar.join('; '));
      expect(cookiesSet(started.headers)).toHaveLength(1);
      // In no particular order.
      jar = [started.cookie, ...jar].toSorted();
      service.clock.now = new Date(service.clock.now.getTime() + 1000);
    }
    const oldest = jar.toSorted((left, right) =>
      (left.split('=')[1] ?? '').localeCompare(right.split('=')[1] ?? ''),
    )[0];
    const planted = 'oidc_ffffffffffffffffffffffffffffffff=planted';
    const similar = 'oidc_(x)=1; oidc_browser=1';
    const one = await begin([...jar, similar].join('; '));
    expect(cookiesSet(one.headers).slice(0, -1)).toEqual([
      expect.stringMatching(new RegExp(`^${oldest?.split('=')[0]}=; .*Expires=Thu, 01 Jan 1970`)),
    ]);
    const two = await begin([...jar.slice(1), planted].join('; '));
    expect(cookiesSet(two.headers)[0]).toMatch(/^oidc_f{32}=; /);
  });

  it('are ignored and not set for a request with an API key', async () => {
    const authorization = `token ${(await service.create('/users/1/api_keys', { name: 'script' })).key}`;
    const session = cookieOf((await signIn()).headers, 'session');
    const before = await sessions();
    const requests: [string, string, object?][] = [
      ['GET', '/authentication'],
      ['DELETE', '/authentication'],
      ['GET', `/oidc_logins/${scene.op}`],
      ['POST', `/oidc_logins/${scene.op}/trials`],
      ['POST', '/oidc_trials', scene.values()],
      ['POST', '/authentication', { login: 'guest', password }],
    ];
    for (const [method, url, data] of requests) {
      const headers = { authorization, cookie: session };
      const response = await service.request(undefined, method, url, data, headers);
      expect([url, response.status < 400, response.headers['set-cookie']]).toEqual([url, true, undefined]);
    }
    expect(await sessions()).toEqual(before);
    expect(await statusOf(session)).toBe(200);
  });

  it("aren't needed to finish a sign-in test that an API key started, once", async () => {
    const { key } = await service.create('/users/1/api_keys', { name: 'tests' });
    const headers = { authorization: `token ${key}` };
    const started = await service.raw({ method: 'POST', url: `/oidc_logins/${scene.op}/trials`, headers });
    const { authorization_url, oidc_trial_resource } = started.body as Record<string, string>;
    const url = `/oidc_logins/callback?${scene.provider.authorize(String(authorization_url)).toString()}`;
    expect((await service.visit(url)).headers['location']).toBe('/sign-in-test-finished');
    expect((await service.visit(url)).headers['location']).toContain('request_expired');
    const report = await service.raw({ method: 'GET', url: String(oidc_trial_resource), headers });
    expect(report.body).toMatchObject({ finished: true, succeeded: true });
  });

  it("are Secure over TLS and can't be set by other hosts or without TLS", async () => {
    const overTls = await startTestService(scene.database, { secureCookies: true });
    const response = await signIn({}, overTls);
    expect(cookiesSet(response.headers)).toEqual([
      expect.stringMatching(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(
        /^__Host-device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    const session = cookieOf(response.headers, '__Host-session');
    expect((await overTls.visit('/authentication', session)).status).toBe(200);
    const planted = session.replace('__Host-', '');
    expect((await overTls.visit('/authentication', planted)).status).toBe(401);
    const started = await overTls.visit(`/oidc_logins/${scene.op}`);
    expect(cookiesSet(started.headers)).toEqual([
      expect.stringMatching(
        /^__Host-oidc_[0-9a-f]{32}=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    const out = await overTls.raw({ method: 'DELETE', url: '/authentication', headers: { cookie: session } });
    expect(cookiesSet(out.headers)).toEqual([
      expect.stringMatching(/^__Host-session=; Max-Age=0; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/),
    ]);
    await overTls.close();
  });

  it("has no sign-out if the provider doesn't allow it", async () => {
    const id = await scene.create({ logout_method: 'none' });
    const { session } = await scene.signIn(id);
    const request = (method: string) =>
      service.raw({ method, url: '/authentication', headers: { cookie: session } });
    expect((await request('GET')).body).toMatchObject({ logout: { method: 'none' } });
    expect((await request('DELETE')).status).toBe(403);
    expect((await request('GET')).status).toBe(200);
    await service.delete(`/oidc_ops/${id}`);
  });
});
