import { describe, expect, it } from 'vitest';
import { anyTestStore } from '../../testing/databases.ts';
import type { MisbehavingProvider } from '../../testing/misbehaving-provider.ts';
import { oidcSetupOn } from '../../testing/oidc-setup.ts';
import { password, refusedWith, testSecretKey } from '../../testing/service.ts';
import { callerOf } from '../domain/access/sessions.ts';
import { createSecretBox } from '../domain/secret-box.ts';
import { openStoredSecret } from '../domain/oidc/stored-secret.ts';
import { newOp } from '../../testing/oidc-op.ts';
import { prepareOidcOpWrite } from '../jobs/write-oidc-op.ts';

describe.each(anyTestStore())('OIDC configurations on $name', ({ open }) => {
  const scene = oidcSetupOn(open);
  const { provider, service } = scene;
  const create = (values: object) => service.post('/oidc_ops', values);
  const byMetadata = () => ({
    name: 'By metadata',
    client_id: 'palisade',
    client_secret: 'a very secret secret',
    username_path: 'email',
    metadata_url: `${provider.issuer}/.well-known/openid-configuration`,
  });

  it("are created without metadata, with the API's defaults, and never return the secret", async () => {
    const { status, body, text } = await create(newOp);
    expect(status).toBe(201);
    const { client_secret: _secret, ...shown } = newOp;
    expect(body).toEqual({
      ...shown,
      id: expect.any(Number),
      userinfo_endpoint: '',
      jwks_uri: '',
      scope: 'openid',
      logout_method: 'none',
      post_logout_redirect_uri: '',
      metadata_url: '',
      created_at: '2026-01-01T12:00:00.000Z',
      updated_at: '2026-01-01T12:00:00.000Z',
      resource: `/oidc_ops/${(body as { id: number }).id}`,
    });
    expect(text).not.toContain('secret');
  });

  it('prefer sent fields over metadata, even empty ones', async () => {
    const sent = { token_endpoint: 'https://other.example/token', userinfo_endpoint: '' };
    expect((await create({ ...byMetadata(), ...sent })).body).toMatchObject({
      ...sent,
      issuer: provider.issuer,
      authorization_endpoint: `${provider.issuer}/authorize`,
      jwks_uri: `${provider.issuer}/keys`,
    });
  });

  it('are rejected with every problem', async () => {
    const { status, body } = await create({
      name: ' ',
      client_id: 5,
      authorization_endpoint: 'http://idp.example/authorize',
      userinfo_endpoint: 'https://user:password@idp.example/',
      jwks_uri: 'https://idp.example/keys#fragment',
      post_logout_redirect_uri: 'javascript:alert(1)',
      scope: 'profile',
      username_path: 'a[',
      logout_method: 'global',
      colour: 'red',
    });
    expect(status).toBe(400);
    expect((body as { detail: string[] }).detail.toSorted()).toEqual([
      'authorization_endpoint: must use https',
      'client_id: must be a string',
      'client_secret: is required',
      "colour: isn't a known property",
      'issuer: is required without metadata_url',
      'jwks_uri: must not contain a fragment',
      'logout_method: must be local or none',
      'name: must not be empty',
      'post_logout_redirect_uri: must use https or http',
      'scope: must contain openid',
      'token_endpoint: is required without metadata_url',
      'userinfo_endpoint: must not contain credentials',
      expect.stringMatching(/^username_path: must be a JMESPath expression \(.+\)$/),
    ]);
  });

  it("are rejected with text that can't be stored or looks different from what it is", async () => {
    const { status, body } = await create({
      ...newOp,
      issuer: 'idp.example\u0000',
      token_endpoint: 'https://idp.exam\nple/token',
      jwks_uri: 'https://idp.example/\uD800',
      scope: 'openid a\u0000b',
      username_path: "'a\u0000'",
    });
    expect(status).toBe(400);
    expect((body as { detail: string[] }).detail.toSorted()).toEqual([
      'issuer: must not contain control characters',
      'jwks_uri: must not contain spaces or control characters',
      'scope: must contain only ASCII characters, without quotes, backslashes and control characters',
      'token_endpoint: must not contain spaces or control characters',
      'username_path: must not contain control characters',
    ]);
    expect((await create({ ...newOp, username_path: 'sub ||\n\temail' })).status).toBe(201);
  });

  it('are listed with the requested fields', async () => {
    const list = (fields: string) => service.get(`/oidc_ops?fields=${fields}`);
    await service.create('/oidc_ops', newOp);
    const { data } = (await list('name,resource')).body as { data: object[] };
    expect(data).not.toEqual([]);
    for (const op of data) expect(Object.keys(op).toSorted()).toEqual(['name', 'resource']);
    expect(await list('client_secret')).toMatchObject(
      refusedWith(400, "fields: client_secret isn't a property of these records"),
    );
  });

  it.each<[string, MisbehavingProvider['behaviour']['metadata'], string]>([
    ['that fails', () => ({ status: 500, body: 'kaboom' }), 'returned 500 instead of provider metadata'],
    ['that is not JSON', () => ({ body: '<html>kaboom' }), "returned something that isn't JSON"],
    ['without issuer', (good) => ({ body: { ...good, issuer: undefined } }), 'it has no issuer'],
  ])('are rejected with metadata %s, without revealing the response', async (_what, metadata, reason) => {
    if (metadata) provider.behaviour = { metadata };
    const before = (await service.get('/oidc_ops')).body;
    const { status, body, text } = await create(byMetadata());
    expect(status).toBe(400);
    expect(body).toEqual({ detail: [expect.stringMatching(/^metadata_url: /)] });
    expect(text).toContain(reason);
    expect(text).not.toContain('kaboom');
    expect((await service.get('/oidc_ops')).body).toEqual(before);
  });

  it('are rejected if required metadata is missing or invalid', async () => {
    provider.behaviour = {
      metadata: (good) => ({
        body: { ...good, token_endpoint: undefined, authorization_endpoint: 'http://x.example' },
      }),
    };
    const { status, body } = await create(byMetadata());
    expect(status).toBe(400);
    expect(body).toEqual({
      detail: [
        expect.stringMatching(/^token_endpoint: is required, but missing from the metadata at https:\S+$/),
        expect.stringMatching(/^authorization_endpoint: must use https \(from the metadata at/),
      ],
    });
  });

  it("leave out optional metadata that the service can't use", async () => {
    provider.behaviour = {
      metadata: (good) => ({
        body: {
          ...good,
          userinfo_endpoint: 'http://idp.example/me',
          jwks_uri: 'keys#1',
          end_session_endpoint: null,
          scopes_supported: 'openid',
        },
      }),
    };
    expect(await create(byMetadata())).toMatchObject({
      status: 201,
      body: { userinfo_endpoint: '', jwks_uri: '', token_endpoint: `${provider.issuer}/token` },
    });
  });

  it('keep omitted fields on update, without duplicate scopes, and change updated_at', async () => {
    const before = await service.create('/oidc_ops', { ...newOp, scope: 'openid  email openid' });
    expect(before).toMatchObject({ scope: 'openid email' });
    const { resource } = before;
    const { status, body } = await service.put(resource, { name: 'Renamed' });
    expect(status).toBe(200);
    const { updated_at } = body as { updated_at: string };
    expect(body).toEqual({ ...before, name: 'Renamed', updated_at });
    expect(before).not.toMatchObject({ updated_at });
    expect((await service.put(resource, { client_secret: '' })).body).toEqual({
      detail: ['client_secret: must not be empty'],
    });
  });

  it('are filled again when only the metadata URL changes', async () => {
    const { resource } = await service.create('/oidc_ops', newOp);
    const { metadata_url } = byMetadata();
    const issuer = 'https://typed.example';
    const moved = await service.put(resource, { metadata_url, issuer });
    expect(moved.body).toMatchObject({ issuer, token_endpoint: `${provider.issuer}/token` });
    const requests = provider.requests.length;
    await service.put(resource, { metadata_url, token_endpoint: `${issuer}/token` });
    expect(provider.requests.length).toBe(requests);
    const cleared = await service.put(resource, { metadata_url: '' });
    expect(cleared.body).toMatchObject({ metadata_url: '', token_endpoint: `${issuer}/token` });
  });

  it('are listed in id order by pages, without start', async () => {
    const { body } = await service.get('/oidc_ops?start=1&limit=2');
    const { data, ...rest } = body as { data: { id: number }[]; rows: number };
    expect(Object.keys(rest)).toEqual(['rows']);
    expect(data.map(({ id }) => id)).toEqual(data.map(({ id }) => id).toSorted((a, b) => a - b));
    expect(data).toHaveLength(2);
  });

  it('let only those decide who signs in who hold every privilege that a user has', async () => {
    const grant = { features: [{ name: 'palisade', privilege: 'rw' }], group_resources: ['/groups/0'] };
    const role = await service.create('/roles', { name: 'Providers', admin_group: '/groups/0', ...grant });
    const roles = { role_resources: [role.role_resource] };
    await service.create('/users', { login: 'ops', password, group_resource: '/groups/0', ...roles });
    const { resource } = await service.create('/oidc_ops', newOp);
    const put = (values: object) => service.request('ops', 'PUT', resource, values);
    const detail = [
      'requires privilege rw on feature group for /groups/0: anyone who decides this can sign in as any user, and a user has this privilege',
    ];
    for (const values of [{ username_path: 'email' }, { client_id: 'x' }, byMetadata()])
      expect(await put(values)).toMatchObject(refusedWith(403, ...detail));
    expect(await service.request('ops', 'POST', '/oidc_ops', newOp)).toMatchObject({ status: 403 });
    const later = { prefer: 'respond-async' };
    expect((await service.request('ops', 'PUT', resource, { issuer: 'x' }, later)).status).toBe(403);
    const allowed = { name: 'Renamed', scope: 'openid email', client_secret: 'new', logout_method: 'local' };
    expect((await put({ ...allowed, client_id: newOp.client_id, jwks_uri: '' })).status).toBe(200);
    const [first] = grant.features;
    await service.put(role.role_resource, { features: [first, { name: 'group_admin', privilege: 'ro' }] });
    const paused = { login: 'aaron', group_resource: '/groups/0', suspended: true };
    await service.create('/users', { ...paused, role_resources: ['/roles/1'] });
    expect((await put({ client_id: 'x' })).text).toMatch(/any user, and .?admin.? has this privilege/);
  });

  it('are written with the privileges that are left once the metadata is fetched', async () => {
    const grant = { features: [{ name: 'palisade', privilege: 'rw' }], group_resources: ['/groups/0'] };
    const role = await service.create('/roles', { name: 'Passing', admin_group: '/groups/0', ...grant });
    const user = { login: 'passing', group_resource: '/groups/0' };
    const role_resources = ['/roles/1', role.role_resource];
    const { user_resource: path } = await service.create('/users', { ...user, role_resources });
    const { id } = await service.create('/oidc_ops', newOp);
    const { work } = service;
    const caller = (await callerOf(work.stores, Number(path.split('/')[2]), 'session'))!;
    const metadata = () => Promise.reject(new Error('not needed'));
    const tools = { secrets: createSecretBox(testSecretKey), now: () => service.clock.now, metadata };
    const write = { action: 'update', id, values: { sealed: { client_id: 'new' } } } as const;
    const store = await prepareOidcOpWrite({ stores: work.stores, caller }, tools, write);
    await service.put(path, { role_resources: [role.role_resource] });
    await expect(work.transaction(store)).rejects.toMatchObject({ status: 403 });
  });

  it('are returned when deleted, then 404', async () => {
    const { body } = await create(newOp);
    const { resource } = body as { resource: string };
    expect(await service.delete(resource)).toMatchObject({ status: 200, body });
    for (const method of ['GET', 'DELETE'])
      expect((await service.request('admin', method, resource)).status).toBe(404);
    expect((await service.put(resource, { name: 'x' })).status).toBe(404);
  });

  it('are written in the background with an already sealed secret', async () => {
    const prefer = (method: string, url: string, data?: object) =>
      service.inBackground('admin', method, url, data);
    // While the provider takes its time, the job waits with the submitted values.
    provider.behaviour = { metadata: (good) => ({ body: good, delayMilliseconds: 700 }) };
    const creating = prefer('POST', '/oidc_ops', byMetadata());
    const waiting = async () => {
      const jobs = await scene.database.db
        .selectFrom('jobs')
        .selectAll()
        .where('finished', '=', false)
        .execute();
      return JSON.stringify(jobs);
    };
    await expect.poll(waiting).toContain('"client_secret":"sent.v1.');
    expect(await waiting()).not.toContain('a very secret secret');
    const created = await creating;
    provider.behaviour = {};
    expect(created).toMatchObject({ failed: false });
    const path = /\/oidc_ops\/\d+$/.exec(created.message)?.[0] ?? '';
    expect((await service.get(path)).body).toMatchObject({ issuer: provider.issuer });
    const row = scene.database.db
      .selectFrom('oidc_ops')
      .selectAll()
      .where('id', '=', Number(path.split('/')[2]));
    const secretOf = async () =>
      openStoredSecret(createSecretBox(testSecretKey), await row.executeTakeFirstOrThrow()).secret;
    expect(await secretOf()).toBe('a very secret secret');
    await prefer('PUT', path, { client_secret: 'another secret', name: 'Changed later' });
    expect(await secretOf()).toBe('another secret');
    const kept = await prefer('PUT', path, { scope: 'openid email' });
    expect(kept.message).toBe(`Changed ${path}`);
    expect(await secretOf()).toBe('another secret');
    const nowhere = { ...byMetadata(), metadata_url: `${provider.issuer}/nowhere` };
    const refused = await prefer('POST', '/oidc_ops', nowhere);
    expect(refused.message).toMatch(/^Failed: metadata_url: /);
    const deleted = await prefer('DELETE', path);
    expect(deleted.message).toBe('Deleted the OIDC configuration Changed later');
    expect((await service.get(path)).status).toBe(404);
  });
});
