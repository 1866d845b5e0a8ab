import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutbound, type Outbound } from '../service/outbound/outbound.ts';
import type { Database } from '../service/store/database/database.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { serve, signInAt, testGateway } from '../testing/gateway.ts';
import { startMisbehavingProvider, type MisbehavingProvider } from '../testing/misbehaving-provider.ts';
import { loadData, password, refusedWith, sampleData } from '../testing/service.ts';
import { stepLimit } from '../tooling/time-limits.ts';

describe('the metadata preview', () => {
  let database: Database;
  let provider: MisbehavingProvider;
  let outbound: Outbound;
  let service: FastifyInstance;
  let remote: FastifyInstance;
  beforeAll(async () => {
    provider = await startMisbehavingProvider();
    outbound = createOutbound({ timeoutMilliseconds: stepLimit });
    outbound.trust(provider.host, provider.certificatePem);
    database = await openTestDatabase();
    // On EMEA only: the configurations belong to the Default group.
    const regional = { name: 'Regional', description: '', group: 0, features: { palisade: 'rw' } };
    await loadData(database.db, {
      ...sampleData,
      roles: [...sampleData.roles, regional],
      users: [
        ...sampleData.users,
        { login: 'regional', displayName: '', password, group: 0, roles: [sampleData.roles.length] },
        { login: 'without roles', displayName: '', password, group: 0, roles: [] },
      ],
    });
    service = await testGateway({}, { database, outbound });
    const address = await service.listen({ host: '127.0.0.1', port: 0 });
    remote = await testGateway({ SERVICE_URL: `${address}/api` }, { outbound });
  });
  beforeEach(() => {
    provider.behaviour = {};
  });
  afterAll(async () => {
    await remote.close();
    await service.close();
    await outbound.close();
    await database.close();
    await provider.close();
  });

  async function preview(url: string, as = 'admin', gateway = service) {
    const cookie = as === '' ? '' : (await signInAt(gateway, as)).cookie;
    const response = await gateway.inject({
      url: `/-/oidc-metadata?url=${encodeURIComponent(url)}`,
      headers: { cookie },
    });
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
  }
  const wellKnown = () => `${provider.issuer}/.well-known/openid-configuration`;

  it.each([
    ['embedded', () => service],
    ['remote', () => remote],
  ])('fetches metadata from its URL and from just the issuer (%s)', async (_, gateway) => {
    const body = {
      url: wellKnown(),
      bytes: expect.any(Number) as number,
      milliseconds: expect.any(Number) as number,
      metadata: { issuer: provider.issuer, token_endpoint: `${provider.issuer}/token` },
      warnings: [],
    };
    for (const url of [wellKnown(), provider.issuer, `${provider.issuer}/`])
      expect(await preview(url, 'admin', gateway())).toMatchObject({ status: 200, body });
  });

  it('uses metadata with unusable members, and warns about them', async () => {
    provider.behaviour = {
      metadata: (good) => ({
        body: {
          ...good,
          end_session_endpoint: null,
          userinfo_endpoint: '/me',
          jwks_uri: 7,
          scopes_supported: ['openid', 7],
          claims_supported: 'sub',
          response_types_supported: null,
          authorization_response_iss_parameter_supported: 'true',
        },
      }),
    };
    const { status, body } = await preview(wellKnown());
    expect(status).toBe(200);
    expect(body['metadata']).toEqual({
      issuer: provider.issuer,
      authorization_endpoint: `${provider.issuer}/authorize`,
      token_endpoint: `${provider.issuer}/token`,
      userinfo_endpoint: `${provider.issuer}/me`,
      scopes_supported: ['openid'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      authorization_response_iss_parameter_supported: true,
    });
    expect(body['warnings']).toEqual([
      `The userinfo_endpoint is relative, so it's read as ${provider.issuer}/me.`,
      "The jwks_uri isn't a string, so it's ignored.",
      "The scopes_supported contains members that aren't strings, so they're ignored.",
      "The claims_supported isn't a list, so it's ignored.",
      expect.stringContaining('no jwks_uri'),
    ]);
  });

  it.each([
    [
      { userinfo_endpoint: 'javascript:1' },
      "The userinfo_endpoint must use https or http, so it's left out.",
    ],
    [{ jwks_uri: 'https://a:b@id.example' }, "The jwks_uri must not contain credentials, so it's left out."],
    [
      { authorization_endpoint: 'https://id.example/authorize?scope=x' },
      'The authorization_endpoint contains scope, which is left out',
    ],
    [{ issuer: 'accounts.example' }, "The issuer accounts.example isn't a URL"],
    [{ code_challenge_methods_supported: ['plain'] }, "The provider doesn't support PKCE with S256"],
    [{ token_endpoint_auth_methods_supported: ['private_key_jwt'] }, 'client_secret_basic'],
    [{ response_types_supported: ['id_token'] }, 'response type code'],
    [{ jwks_uri: undefined }, 'no jwks_uri'],
    [{ authorization_endpoint: 'http://idp.example/authorize' }, "authorization_endpoint doesn't use https"],
    [{ issuer: 'https://other.example/realm' }, 'belongs to the issuer https://other.example/realm'],
    [
      { issuer: 'https://login.example/{tenantid}/v2.0' },
      "Sign-in can't work: the issuer https://login.example/{tenantid}/v2.0 is a template",
    ],
    [
      { require_pushed_authorization_requests: true },
      "Sign-in can't work: the provider requires pushed authorization requests",
    ],
    [{ id_token_signing_alg_values_supported: ['HS256', 'ES256K'] }, 'any ID token signing algorithm'],
  ])('warns about %j', async (change, warning) => {
    provider.behaviour = { metadata: (good) => ({ body: { ...good, ...change } }) };
    expect((await preview(wellKnown())).body['warnings']).toContainEqual(expect.stringContaining(warning));
  });

  it('knows the discovery document of an issuer whose URL is written in another way', async () => {
    const issuer = provider.issuer.replace('localhost', 'LocalHost');
    provider.behaviour = { metadata: (good) => ({ body: { ...good, issuer } }) };
    expect((await preview(wellKnown())).body['warnings']).toEqual([]);
  });

  it('explains a failure without revealing the response', async () => {
    provider.behaviour = { metadata: () => ({ status: 503, body: 'kaboom' }) };
    expect(await preview(provider.issuer)).toEqual(
      refusedWith(502, `${provider.host} returned 503 instead of provider metadata`),
    );
    expect((await preview('https://127.0.0.1:1/')).body).toEqual({
      detail: [expect.stringContaining("127.0.0.1:1 has an address that isn't allowed (loopback)")],
    });
  });

  it.each([
    ['', 'is required'],
    ['ftp://idp.example', 'must use https or http'],
  ])('rejects the URL %j', async (url, problem) => {
    expect(await preview(url)).toEqual(refusedWith(400, `url: ${problem}`));
  });

  it('requires the privilege to read OIDC configurations', async () => {
    const asked = provider.requests.length;
    expect((await preview(provider.issuer, '')).status).toBe(401);
    for (const login of ['tenant', 'regional', 'without roles'])
      expect(await preview(provider.issuer, login)).toEqual(
        refusedWith(403, 'requires privilege ro on feature palisade'),
      );
    expect(provider.requests).toHaveLength(asked);
    expect((await preview(provider.issuer, 'auditor')).status).toBe(200);
  });

  it("doesn't ask users to sign in whom the service can't identify", async () => {
    const gateway = await testGateway({ SERVICE_URL: 'http://127.0.0.1:1' }, { outbound });
    expect(await preview(provider.issuer, '', gateway)).toEqual({
      status: 502,
      body: { detail: ["the service couldn't say who you are: try again in a moment"] },
    });
    await gateway.close();
  });

  /** The status in front of a service that returns these roles, in this encoding. */
  async function statusWith(
    roles: unknown,
    encoding = 'identity',
    compress = (json: string) => Buffer.from(json),
  ) {
    const host = await serve((_request, response) =>
      response.setHeader('content-encoding', encoding).end(compress(JSON.stringify({ login: 'x', roles }))),
    );
    const gateway = await testGateway({ SERVICE_URL: `http://${host}` }, { outbound });
    const { status } = await preview(provider.issuer, '', gateway);
    await gateway.close();
    return status;
  }
  const granting = (...features: object[]) => ({ group_resources: ['/groups/0'], features });
  const changesGroups = granting({ name: 'group', privilege: 'rw' });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('reads privileges that a proxy compresses with %s', async (encoding, compress) => {
    expect(await statusWith([changesGroups], encoding, compress)).toBe(403);
  });

  it.each([
    ['no roles', [], 200],
    ['only roles without features', [granting(), granting()], 200],
    ['roles without features beside others', [granting(), changesGroups], 403],
    ['a privilege in its own words on its OIDC feature', [granting({ name: 'acme', privilege: 'all' })], 200],
    ['one on another feature', [granting({ name: 'group', privilege: 'all' })], 403],
  ])('decides if a remote service returns %s', async (_, roles, status) => {
    expect(await statusWith(roles)).toBe(status);
  });
});
