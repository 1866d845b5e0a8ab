import { beforeEach, describe, expect, it } from 'vitest';
import type { OidcOp } from '../../contract/oidc/oidc-ops.ts';
import { anyTestStore } from '../../testing/databases.ts';
import { refusedWith } from '../../testing/service.ts';
import { oidcSetupOn } from '../../testing/oidc-setup.ts';

describe.each(anyTestStore())('parameters of an authorization endpoint on $name', ({ open }) => {
  const scene = oidcSetupOn(open);
  const { provider, service } = scene;
  let endpoint: string;
  beforeEach(() => {
    endpoint = `${provider.issuer}/authorize`;
    // Sign-ins use metadata for up to a minute.
    service.clock.now = new Date(service.clock.now.getTime() + 61_000);
  });
  const requested = async (id: number) => {
    const { headers } = await service.visit(`/oidc_logins/${id}`);
    return new URL(String(headers['location'])).searchParams;
  };
  /** A configuration from before these parameters were rejected. */
  const createOld = async (query: string) => {
    const id = await scene.create();
    const values = { authorization_endpoint: `${endpoint}?${query}` };
    await scene.database.db.updateTable('oidc_ops').set(values).where('id', '=', id).execute();
    return id;
  };

  it('are sent with the authorization request', async () => {
    const id = await scene.create({
      authorization_endpoint: `${endpoint}?prompt=select_account&acr_values=urn:acme:mfa&domain_hint=a`,
    });
    expect(Object.fromEntries(await requested(id))).toMatchObject({
      prompt: 'select_account',
      acr_values: 'urn:acme:mfa',
      domain_hint: 'a',
      response_type: 'code',
    });
    expect((await scene.signIn(id)).location).toBe('/groups');
  });

  it("are rejected if sign-in replaces them, or can't work with them", async () => {
    const detail = [
      'authorization_endpoint: must not contain response_mode, prompt=none: sign-in uses values of its own',
    ];
    const values = { authorization_endpoint: `${endpoint}?response_mode=query&prompt=none&hd=a` };
    for (const [method, path, data] of [
      ['POST', '/oidc_ops', { ...scene.values(), ...values }],
      ['PUT', `/oidc_ops/${scene.op}`, values],
      ['POST', '/oidc_trials', { ...scene.values(), ...values }],
    ] as const)
      expect(await service.request('admin', method, path, data)).toMatchObject(refusedWith(400, ...detail));
  });

  it('are left out if an older configuration has them, which can still be changed and tested', async () => {
    const id = await createOld(
      'p=B2C_1&scope=email&client_id=old&response_type=token&response_mode=form_post&prompt=none&request=x',
    );
    const sent = await requested(id);
    expect([...sent.keys()]).toEqual([...new Set(sent.keys())]);
    const { p, ...others } = Object.fromEntries(sent);
    expect(p).toBe('B2C_1');
    expect(others).toMatchObject({ scope: 'openid', client_id: provider.clientId, response_type: 'code' });
    for (const name of ['response_mode', 'prompt', 'request']) expect(others).not.toHaveProperty(name);
    const { body } = await service.put(`/oidc_ops/${id}`, { name: 'Renamed' });
    expect(body).toMatchObject({ name: 'Renamed' });
    const { authorization_endpoint } = body as OidcOp;
    const draft = { ...scene.values(), authorization_endpoint, oidc_op_resource: `/oidc_ops/${id}` };
    expect(await scene.testSignIn(draft)).toMatchObject({ succeeded: true });
    expect((await scene.signIn(id)).location).toBe('/groups');
  });

  it('are left out of published ones, instead of rejecting the configuration', async () => {
    provider.behaviour = {
      metadata: (good) => ({
        body: { ...good, authorization_endpoint: `${endpoint}?p=B2C_1&response_type=code&prompt=none` },
      }),
    };
    const { status, body } = await service.post('/oidc_ops', scene.values());
    expect(status).toBe(201);
    expect(body).toMatchObject({ authorization_endpoint: `${endpoint}?p=B2C_1` });
  });

  it('stay when a new metadata URL fills the others', async () => {
    const values = { authorization_endpoint: 'https://old.example/authorize?prompt=login&domain_hint=a' };
    const id = await scene.create({
      ...values,
      metadata_url: '',
      issuer: provider.issuer,
      token_endpoint: endpoint,
    });
    const { metadata_url } = scene.values();
    const { body } = await service.put(`/oidc_ops/${id}`, { metadata_url });
    expect(body).toMatchObject({ authorization_endpoint: `${endpoint}?prompt=login&domain_hint=a` });
    const sent = { metadata_url: `${metadata_url}?again`, authorization_endpoint: endpoint };
    expect((await service.put(`/oidc_ops/${id}`, sent)).body).toMatchObject({
      authorization_endpoint: endpoint,
    });
  });
});
