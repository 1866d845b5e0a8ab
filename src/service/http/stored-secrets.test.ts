import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SignInStep } from '../../contract/oidc/sign-in-tests.ts';
import { anyTestStore } from '../../testing/databases.ts';
import { startMisbehavingProvider, type MisbehavingProvider } from '../../testing/misbehaving-provider.ts';
import { oidcSetupOn, withoutReference } from '../../testing/oidc-setup.ts';
import { refusedWith, startTestService, testSecretKey } from '../../testing/service.ts';
import { createSecretBox } from '../domain/secret-box.ts';

describe.each(anyTestStore())('a stored client secret on $name', ({ open }) => {
  const scene = oidcSetupOn(open);
  const { service } = scene;
  let thief: MisbehavingProvider;
  let op: number;
  beforeAll(async () => {
    thief = await startMisbehavingProvider();
    scene.outbound.trust(thief.host, thief.certificatePem);
  });
  beforeEach(async () => {
    op = await scene.create();
    thief.requests.length = 0;
    scene.provider.requests.length = 0;
  });
  afterAll(() => thief.close());

  const put = async (data: object, id = op) => {
    const response = await service.put(`/oidc_ops/${id}`, data);
    expect(response.status).toBe(200);
    return response.body as { token_endpoint: string };
  };
  const signsIn = async (id = op) => (await scene.signIn(id)).location;
  const refused = (id = op) =>
    `/sign-in?oidc_error=secret_for_other_origin&oidc_op=${id}&return_to=%2Fgroups`;
  const failedStep = async (): Promise<SignInStep | undefined> => {
    const { steps } = await scene.testSignIn(undefined, op);
    expect(steps.find(({ name }) => name === 'callback')).toMatchObject({ verdict: 'passed' });
    return steps.find(({ verdict }) => verdict === 'failed');
  };
  const sealedOf = async (id: number) => {
    const stored = scene.database.db.selectFrom('oidc_ops').select('client_secret').where('id', '=', id);
    return (await stored.executeTakeFirstOrThrow()).client_secret;
  };
  const store = (id: number, values: { client_secret?: string; token_endpoint?: string }) =>
    scene.database.db.updateTable('oidc_ops').set(values).where('id', '=', id).execute();
  const tokenRequests = (provider: MisbehavingProvider) =>
    provider.requests.filter((request) => request.startsWith('POST /token'));

  it('is kept, but not sent to another origin; the sign-in test explains it', async () => {
    expect(await put({ token_endpoint: `${thief.issuer}/token` })).toMatchObject({
      token_endpoint: `${thief.issuer}/token`,
    });
    expect(await signsIn()).toBe(refused());
    expect(await failedStep()).toMatchObject({
      name: 'token_request',
      error: 'secret_for_other_origin',
      message: `The client secret was entered for ${scene.provider.issuer} and isn't sent to ${thief.issuer}.`,
      expected: scene.provider.issuer,
      actual: thief.issuer,
      repair: `Enter the client secret again to use it with ${thief.issuer}, or change the token endpoint back.`,
    });
    expect(thief.requests).toEqual([]);
    await put({ token_endpoint: `${scene.provider.issuer}/token` });
    expect(await signsIn()).toBe('/groups');
  });

  it('is bound to the new origin when entered again, with the endpoint or later', async () => {
    await put({ token_endpoint: `${thief.issuer}/token`, client_secret: 'theirs' });
    await signsIn();
    expect(tokenRequests(thief)).toHaveLength(1);
    await put({ token_endpoint: `${scene.provider.issuer}/token` });
    expect(await signsIn()).toBe(refused());
    expect(tokenRequests(scene.provider)).toEqual([]);
    await put({ client_secret: scene.provider.clientSecret });
    expect(await signsIn()).toBe('/groups');
  });

  it('is sent to a new path of the same origin', async () => {
    await put({ token_endpoint: `${scene.provider.issuer}/token?tenant=5` });
    await signsIn();
    expect(scene.provider.requests).toContain('POST /token?tenant=5');
  });

  it("isn't sent to an endpoint filled by new metadata, unless entered again", async () => {
    const metadata_url = `${thief.issuer}/.well-known/openid-configuration`;
    const issuer = scene.provider.issuer;
    expect(await put({ metadata_url, issuer })).toMatchObject({ token_endpoint: `${thief.issuer}/token` });
    expect(await signsIn()).toBe(refused());
    expect(tokenRequests(thief)).toEqual([]);
    await put({ metadata_url: '' });
    await put({ metadata_url, issuer, client_secret: 'theirs' });
    await signsIn();
    expect(tokenRequests(thief)).toHaveLength(1);
  });

  it('is bound by background writes too', async () => {
    const write = async (method: string, url: string, data: object) => {
      const started = await service.request('admin', method, url, data, { prefer: 'respond-async' });
      const payloads = await scene.database.db.selectFrom('jobs').select('payload').execute();
      expect(payloads).not.toEqual([]);
      for (const secret of [scene.provider.clientSecret, 'theirs'])
        expect(JSON.stringify(payloads)).not.toContain(secret);
      return (await service.finished('admin', String(started.headers['location']))).message;
    };
    const created = await write('POST', '/oidc_ops', scene.values());
    const id = Number(/\/oidc_ops\/(\d+)/.exec(created)?.[1]);
    expect(await signsIn(id)).toBe('/groups');
    await write('PUT', `/oidc_ops/${id}`, { token_endpoint: `${thief.issuer}/token` });
    expect(await signsIn(id)).toBe(refused(id));
    expect(tokenRequests(thief)).toEqual([]);
    await write('PUT', `/oidc_ops/${id}`, { client_secret: 'theirs' });
    await signsIn(id);
    expect(tokenRequests(thief)).toHaveLength(1);
  });

  it("can't be opened in another row or moved within the database", async () => {
    const other = await scene.create({ client_secret: 'another' });
    const [own, foreign] = [await sealedOf(op), await sealedOf(other)];
    const begin = async (id = op) =>
      withoutReference((await service.visit(`/oidc_logins/${id}`)).headers['location']);
    const started = await scene.begin(`/oidc_logins/${op}`);
    await store(op, { client_secret: foreign });
    await store(other, { client_secret: own });
    const back = await service.visit(started.url, started.cookie);
    expect(withoutReference(back.headers['location'])).toBe(
      `/sign-in?oidc_error=service_failed&oidc_op=${op}`,
    );
    for (const id of [op, other])
      expect(await begin(id)).toBe(`/sign-in?oidc_error=service_failed&oidc_op=${id}`);
    await store(op, { client_secret: own.replace('bound.', ''), token_endpoint: `${thief.issuer}/token` });
    expect(await begin()).toContain('service_failed');
    await store(op, { client_secret: own });
    expect(await signsIn()).toBe(refused());
    expect([...tokenRequests(scene.provider), ...thief.requests]).toEqual([]);
    await store(op, { token_endpoint: `${scene.provider.issuer}/token` });
    expect(await signsIn()).toBe('/groups');
  });

  describe('from before secrets were bound', () => {
    const unbound = () => createSecretBox(testSecretKey).seal(scene.provider.clientSecret, `/oidc_ops/${op}`);

    it('belongs to the stored endpoint', async () => {
      await store(op, { client_secret: unbound() });
      expect(await signsIn()).toBe('/groups');
      await put({ name: 'Renamed', token_endpoint: `${thief.issuer}/token` });
      expect(await signsIn()).toBe(refused());
      expect(thief.requests).toEqual([]);
      await put({ token_endpoint: `${scene.provider.issuer}/token` });
      expect(await signsIn()).toBe('/groups');
    });

    it('is bound at the next start, which is not an update', async () => {
      const before = await service.get(`/oidc_ops/${op}`);
      await store(op, { client_secret: unbound() });
      const next = await startTestService(scene.database, { outbound: scene.outbound });
      expect(await sealedOf(op)).toMatch(/^bound\./);
      await next.close();
      expect((await service.get(`/oidc_ops/${op}`)).body).toEqual(before.body);
      await store(op, { token_endpoint: `${thief.issuer}/token` });
      expect(await signsIn()).toBe(refused());
    });

    it('must be entered again for another endpoint if sealed with another key', async () => {
      const sealed = createSecretBox('another key for secrets, long enough').seal('x', `/oidc_ops/${op}`);
      await store(op, { client_secret: sealed });
      await (await startTestService(scene.database)).close();
      await put({ name: 'Renamed' });
      const token_endpoint = `${thief.issuer}/token`;
      expect(await service.put(`/oidc_ops/${op}`, { token_endpoint })).toMatchObject(
        refusedWith(400, "client_secret: is required, because the stored one can't be decrypted"),
      );
      await put({ token_endpoint, client_secret: 'theirs' });
    });
  });

  it('is used for a draft only at the origin it was entered for', async () => {
    const { client_secret: _, ...draft } = scene.values();
    const start = (more: object) =>
      service.post('/oidc_trials', { ...draft, oidc_op_resource: `/oidc_ops/${op}`, ...more });
    const elsewhere = refusedWith(
      400,
      `client_secret: is required, because the stored one was entered for ${scene.provider.issuer} and isn't sent to ${thief.issuer}`,
    );
    const token_endpoint = `${thief.issuer}/token`;
    expect((await start({ token_endpoint: `${scene.provider.issuer}/other` })).status).toBe(201);
    expect(await start({ token_endpoint })).toMatchObject(elsewhere);
    await put({ token_endpoint });
    expect(await start({ token_endpoint })).toMatchObject(elsewhere);
    // As in an update, an omitted field keeps its stored value.
    expect(await start({})).toMatchObject(elsewhere);
    expect((await start({ token_endpoint: `${scene.provider.issuer}/token` })).status).toBe(201);
    expect((await start({ token_endpoint, client_secret: 'theirs' })).status).toBe(201);
  });
});
