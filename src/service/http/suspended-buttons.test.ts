import { describe, expect, it } from 'vitest';
import { signWith } from '../../demo/provider/behaviour.ts';
import { anyTestStore } from '../../testing/databases.ts';
import { refusedWith } from '../../testing/service.ts';
import { oidcSetupOn, withoutReference } from '../../testing/oidc-setup.ts';

describe.each(anyTestStore())('a sign-in through a provider on $name', ({ open }) => {
  const scene = oidcSetupOn(open);
  const { provider, service } = scene;

  /** Where a browser is redirected. */
  const visit = async (url: string) => {
    const { headers } = await service.raw({ method: 'GET', url, headers: { accept: 'text/html, */*' } });
    return withoutReference(headers['location']);
  };

  it('is refused while its button is suspended, like through an unknown provider; sessions and tests continue', async () => {
    const id = await scene.create();
    const path = `/oidc_ops/${id}`;
    const enable = (enabled: boolean) => service.put(`${path}/login`, { enabled });
    const record = async () => (await service.get(path)).body;
    const before = await record();
    const { session } = await scene.signIn(id);
    const started = await scene.begin(`/oidc_logins/${id}`);
    expect(await enable(false)).toMatchObject({ status: 200, body: { enabled: false } });
    expect(await enable(false)).toMatchObject({ status: 200 });
    const { body: buttons } = await service.visit('/oidc_logins');
    expect(JSON.stringify(buttons)).toContain(`/oidc_ops/${scene.op}`);
    expect(JSON.stringify(buttons)).not.toContain(path);
    expect(await visit(`/oidc_logins/${id}`)).toBe('/sign-in?oidc_error=unknown_provider');
    expect(await service.visit(`/oidc_logins/${id}`)).toMatchObject(
      refusedWith(404, `OIDC configuration ${id} doesn't exist or isn't visible to you`),
    );
    // Started before.
    const back = await service.visit(started.url, started.cookie);
    expect(withoutReference(back.headers['location'])).toBe('/sign-in?oidc_error=unknown_provider');
    const { body: log } = await service.get(`/sign_in_events?oidc_op=${path}`);
    expect(log).toMatchObject({
      data: [...Array.from({ length: 3 }, () => ({ code: 'button_suspended' })), { code: null }],
    });
    expect(await service.visit('/authentication', session)).toMatchObject({ status: 200 });
    expect((await scene.testSignIn(undefined, id)).succeeded).toBe(true);
    expect(await record()).toEqual(before);
    const renamed = await service.put(path, { name: 'Other' });
    expect(renamed.body).not.toHaveProperty('login_enabled');
    expect(await service.get(`${path}/login`)).toMatchObject({ body: { enabled: false } });
    const { body: watches } = await service.get('/oidc_watches');
    expect(watches).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ oidc_op_resource: path, enabled: false })]),
    });
    await enable(true);
    expect((await scene.signIn(id)).location).toBe('/groups');
    await enable(false);
    await service.delete(path);
    const { body: changes } = await service.get(`/changes?resource=${path}`);
    const about = (changes as { data: { fields: { name: string }[] }[] }).data.flatMap(({ fields }) =>
      fields.filter(({ name }) => name === 'login_enabled'),
    );
    const values = [false, true, false, true];
    expect(about).toEqual(
      values.map((was, index) => ({ name: 'login_enabled', before: was, after: index === 0 ? null : !was })),
    );
  });

  it('is refused if its button is suspended while the provider responds', async () => {
    const id = await scene.create();
    const suspend = () => service.put(`/oidc_ops/${id}/login`, { enabled: false });
    provider.behaviour = {
      idToken: (claims, key) => suspend().then(() => signWith(key, claims)),
    };
    const refusal = (await scene.signIn(id)).location;
    expect(refusal).toBe('/sign-in?oidc_error=unknown_provider&return_to=%2Fgroups');
    await service.delete(`/oidc_ops/${id}`);
  });
});
