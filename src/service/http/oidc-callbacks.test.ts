import { describe, expect, it } from 'vitest';
import { anyTestStore } from '../../testing/databases.ts';
import { cookieOf, oidcSetupOn, withoutReference } from '../../testing/oidc-setup.ts';

describe.each(anyTestStore())("a provider sign-in's callback on $name", ({ open }) => {
  const scene = oidcSetupOn(open);
  const { provider, service } = scene;
  const rejections = async () =>
    ((await service.get('/sign_in_events?outcome=rejected')).body as { rows: number }).rows;
  const started = () => scene.begin(`/oidc_logins/${scene.op}?return_to=/jobs`);
  /** Where a callback leads a browser with these cookies, without the reference. */
  const leadsTo = async (url: string, cookie = '') =>
    withoutReference((await service.visit(url, cookie)).headers['location']);
  const expired = '/sign-in?oidc_error=request_expired';

  it('accepts each response once, in the same browser, within ten minutes', async () => {
    const { url, cookie } = await scene.signIn();
    expect(await leadsTo(url, cookie)).toBe(expired);
    const late = await started();
    service.clock.now = new Date(service.clock.now.getTime() + 601_000);
    expect(await leadsTo(late.url, late.cookie)).toContain('oidc_error=request_expired');
  });

  it('is used up neither by HEAD nor without the cookie of its browser, which learn nothing', async () => {
    const { url, cookie } = await started();
    const other = await started();
    const renamed = cookie.replace(/=.*/, other.cookie.replace(/.*=/, '='));
    for (const cookies of ['', other.cookie, renamed]) expect(await leadsTo(url, cookies)).toBe(expired);
    const before = await rejections();
    const head = await service.raw({ method: 'HEAD', url, headers: { cookie } });
    expect(head).toMatchObject({ status: 302, headers: { location: '/sign-in' } });
    expect(head.headers['set-cookie']).toBeUndefined();
    const start = await service.raw({ method: 'HEAD', url: `/oidc_logins/${scene.op}` });
    expect(start.headers['set-cookie']).toBeUndefined();
    expect(await rejections()).toBe(before);
    expect(await leadsTo(url, cookie)).toBe('/jobs');
  });

  it('leads to its page again while there is a session, and is no rejection', async () => {
    const { url, cookie } = await started();
    const session = cookieOf((await service.visit(url, cookie)).headers, 'session');
    const before = await rejections();
    for (const cookies of [session, `${cookie}; ${session}`])
      expect(await leadsTo(url, cookies)).toBe('/jobs');
    expect(await rejections()).toBe(before);
    for (const cookies of [cookie, await service.signIn('guest')])
      expect(await leadsTo(url, cookies)).toBe(expired);
  });

  it('says that a redirect back without parameters may have them in its fragment, which ends nothing', async () => {
    const callback = '/oidc_logins/callback';
    expect(await leadsTo(callback)).toBe('/sign-in?oidc_error=wrong_response_mode');
    const { url, cookie } = await started();
    expect(await leadsTo(callback, cookie)).toBe(
      `/sign-in?oidc_error=wrong_response_mode&oidc_op=${scene.op}&return_to=%2Fjobs`,
    );
    expect(await leadsTo(url, cookie)).toBe('/jobs');
  });

  it("says that a form isn't accepted, which doesn't end the sign-in", async () => {
    const start = await service.visit(`/oidc_logins/${scene.op}`);
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
    expect(await leadsTo(`${form.url}?${form.body}`, form.headers.cookie)).toBe('/');
  });
});
