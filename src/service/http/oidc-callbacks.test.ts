import { beforeAll, describe, expect, it } from 'vitest';
import { anyTestStore } from '../../testing/databases.ts';
import type { MisbehavingProvider } from '../../testing/misbehaving-provider.ts';
import { cookieOf, oidcSetupOn, withoutReference } from '../../testing/oidc-setup.ts';
import type { TestService } from '../../testing/service.ts';

describe.each(anyTestStore())("a provider sign-in's callback on $name", ({ open }) => {
  const scene = oidcSetupOn(open);
  let provider: MisbehavingProvider;
  let service: TestService;
  beforeAll(() => ({ provider, service } = scene));

  it('accepts each response once, in the same browser, within ten minutes', async () => {
    const { url, cookie } = await scene.signIn();
    const again = await service.raw({ method: 'GET', url, headers: { cookie } });
    expect(withoutReference(again.headers['location'])).toBe('/sign-in?oidc_error=request_expired');
    expect((await scene.signIn(scene.op, { keepCookie: false })).location).toContain(
      'oidc_error=request_expired',
    );
    const start = await service.raw({ method: 'GET', url: `/oidc_logins/${scene.op}` });
    const callback = provider.authorize(String(start.headers['location']));
    service.clock.now = new Date(service.clock.now.getTime() + 601_000);
    const late = await service.raw({
      method: 'GET',
      url: `/oidc_logins/callback?${callback.toString()}`,
      headers: { cookie: cookieOf(start.headers) },
    });
    expect(late.headers['location']).toContain('oidc_error=request_expired');
  });

  const rejections = async () =>
    ((await service.get('/sign_in_events?outcome=rejected')).body as { rows: number }).rows;
  const started = async () => {
    const start = await service.raw({ method: 'GET', url: `/oidc_logins/${scene.op}?return_to=/jobs` });
    const callback = provider.authorize(String(start.headers['location'])).toString();
    return { cookie: cookieOf(start.headers), url: `/oidc_logins/callback?${callback}` };
  };

  it('is used up neither by HEAD nor without the cookie of its browser, which learn nothing', async () => {
    const { url, cookie } = await started();
    const other = await started();
    for (const request of [
      { method: 'GET', url },
      { method: 'GET', url, headers: { cookie: other.cookie } },
      { method: 'GET', url, headers: { cookie: cookie.replace(/=.*/, other.cookie.replace(/.*=/, '=')) } },
    ]) {
      const scanned = await service.raw(request);
      expect(withoutReference(scanned.headers['location'])).toBe('/sign-in?oidc_error=request_expired');
    }
    const before = await rejections();
    const head = await service.raw({ method: 'HEAD', url, headers: { cookie } });
    expect(head).toMatchObject({ status: 302, headers: { location: '/sign-in' } });
    expect(head.headers['set-cookie']).toBeUndefined();
    const start = await service.raw({ method: 'HEAD', url: `/oidc_logins/${scene.op}` });
    expect(start.headers['set-cookie']).toBeUndefined();
    expect(await rejections()).toBe(before);
    expect((await service.raw({ method: 'GET', url, headers: { cookie } })).headers['location']).toBe(
      '/jobs',
    );
  });

  it('leads to its page again while there is a session, and is no rejection', async () => {
    const { url, cookie } = await started();
    const first = await service.raw({ method: 'GET', url, headers: { cookie } });
    const session = cookieOf(first.headers, 'session');
    const before = await rejections();
    const again = async (cookies: string) =>
      (await service.raw({ method: 'GET', url, headers: { cookie: cookies } })).headers;
    for (const cookies of [session, `${cookie}; ${session}`])
      expect(await again(cookies)).toMatchObject({ location: '/jobs' });
    expect(await rejections()).toBe(before);
    for (const cookies of [cookie, await service.signIn('guest')])
      expect(withoutReference((await again(cookies))['location'])).toBe(
        '/sign-in?oidc_error=request_expired',
      );
  });

  it('says that a redirect back without parameters may have them in its fragment, which ends nothing', async () => {
    const callback = '/oidc_logins/callback';
    const back = await service.raw({ method: 'GET', url: callback });
    expect(withoutReference(back.headers['location'])).toBe('/sign-in?oidc_error=wrong_response_mode');
    const { url, cookie } = await started();
    const own = await service.raw({ method: 'GET', url: callback, headers: { cookie } });
    expect(withoutReference(own.headers['location'])).toBe(
      `/sign-in?oidc_error=wrong_response_mode&oidc_op=${scene.op}&return_to=%2Fjobs`,
    );
    expect((await service.raw({ method: 'GET', url, headers: { cookie } })).headers['location']).toBe(
      '/jobs',
    );
  });

  it("says that a form isn't accepted, which doesn't end the sign-in", async () => {
    const start = await service.raw({ method: 'GET', url: `/oidc_logins/${scene.op}` });
    const form = {
      method: 'POST',
      url: '/oidc_logins/callback',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: cookieOf(start.headers),
        accept: 'text/html,*/*;q=0.8',
      },
      body: provider.authorize(String(start.headers['location'])).toString(),
    };
    for (const request of [form, { ...form, body: '' }, { ...form, url: `${form.url}?code=1` }]) {
      const back = await service.raw(request);
      expect(back.status).toBe(302);
      expect(withoutReference(back.headers['location'])).toBe('/sign-in?oidc_error=form_response');
      expect(back.headers['set-cookie']).toBeUndefined();
    }
    const { body } = await service.get('/sign_in_events?code=form_response');
    expect(body).toMatchObject({
      data: [{ oidc_op_name: 'Odd' }, { oidc_op_name: null }, { oidc_op_name: 'Odd' }],
    });
    const url = `${form.url}?${form.body}`;
    const back = await service.raw({ method: 'GET', url, headers: form.headers });
    expect(back.headers['location']).toBe('/');
  });
});
