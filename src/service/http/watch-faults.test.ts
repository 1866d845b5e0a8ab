import { describe, expect, it } from 'vitest';
import type { WatchCause } from '../../contract/oidc/sign-in-causes.ts';
import type { Watch, WatchState } from '../../contract/oidc/watch.ts';
import type { ProviderResponse } from '../../demo/provider/behaviour.ts';
import { outages } from '../../demo/provider/misbehaviours.ts';
import { anyTestStore } from '../../testing/databases.ts';
import { keys, metadata, type Misbehave } from '../../testing/misbehaviours/misbehaviour.ts';
import { oidcSetupOn } from '../../testing/oidc-setup.ts';

const other = 'https://other.example';
const broken = (what: string, misbehave: Misbehave, ...causes: WatchCause[]) =>
  verdict(what, misbehave, 'broken', causes);
const harmless = (what: string, misbehave: Misbehave) => verdict(what, misbehave, 'unknown', []);
const verdict = (what: string, misbehave: Misbehave, state: WatchState, causes: WatchCause[]) => ({
  what,
  misbehave,
  state,
  causes,
});

/** The provider's keys, in a response whose `Date` differs from now by milliseconds. */
function keysOf(milliseconds: number, headers: Record<string, string> = {}): Misbehave {
  const date = new Date(Date.now() + milliseconds).toUTCString();
  return ({ key }) => ({ keys: () => ({ body: { keys: [key.publicJwk] }, headers: { date, ...headers } }) });
}

/** Faults that show without anyone signing in, and what the watch says. */
const faults = [
  broken('a provider that is gone', () => outages['provider-gone'].behaviour, 'provider_unreachable'),
  broken('no metadata', () => ({ metadata: () => ({ status: 404 }) }), 'metadata_gone'),
  broken('a page instead of metadata', () => ({ metadata: () => ({ body: '<h1>' }) }), 'metadata_gone'),
  broken('a connection that ends', () => ({ metadata: () => ({ cut: true }) }), 'provider_unreachable'),
  broken(
    'metadata that moved',
    () => ({
      metadata: () => ({ status: 302, headers: { location: 'http://localhost/' } }),
    }),
    'provider_response_invalid',
  ),
  broken('another issuer', metadata({ issuer: other }), 'issuer_changed'),
  broken(
    'a token endpoint elsewhere',
    metadata({ token_endpoint: `${other}/token` }),
    'token_request_failed',
  ),
  harmless('another token endpoint of the same host', ({ issuer }) => ({
    metadata: (good) => ({ body: { ...good, token_endpoint: `${issuer}/new` } }),
  })),
  harmless('the issuer of a template', metadata({ issuer: `${other}/{tenantid}` })),
  broken('no keys', keys({ body: { keys: [] } }), 'keys_gone'),
  broken('no key set', keys({ status: 404 }), 'keys_gone'),
  broken('keys that fail', keys({ status: 503 }), 'provider_unavailable'),
  broken(
    'keys for encryption only',
    ({ key }) => ({
      keys: () => ({ body: { keys: [{ ...key.publicJwk, use: 'enc' }] } }),
    }),
    'keys_gone',
  ),
  broken(
    'keys that are too short',
    keys({ body: { keys: [{ kty: 'RSA', n: Buffer.alloc(128, 255).toString('base64url'), e: 'AQAB' }] } }),
    'keys_gone',
  ),
  broken(
    'keys of another algorithm',
    metadata({ id_token_signing_alg_values_supported: ['ES256'] }),
    'keys_gone',
  ),
  verdict('a clock that is fast', keysOf(120_000), 'unknown', ['token_expired']),
  harmless('keys from a cache', keysOf(-120_000, { age: '120' })),
];

describe.each(anyTestStore())('looks at providers on $name', ({ open }) => {
  const setup = oidcSetupOn(open);
  const later = () => {
    const { clock } = setup.service;
    clock.now = new Date(clock.now.getTime() + 60_000);
  };
  const look = async (id: number) => {
    later();
    return (await setup.service.post(`/oidc_ops/${id}/watch`)).body as Watch;
  };

  it.each(faults)('find $what: $state', async ({ misbehave, state, causes }) => {
    const id = await setup.create();
    setup.provider.behaviour = await misbehave(setup.provider);
    expect(await look(id)).toMatchObject({ state, causes });
    setup.reset();
    expect(await look(id)).toMatchObject({ state: 'unknown', causes: [] });
  });

  it.each<[what: string, response: (good: object) => ProviderResponse, cause: string]>([
    [
      'other metadata',
      (good) => ({
        body: { ...good, issuer: 'https://new.example', jwks_uri: `${setup.provider.issuer}/new` },
      }),
      'issuer_changed',
    ],
    ['no metadata', () => ({ status: 404 }), 'metadata_gone'],
    ['metadata that ends early', () => ({ cut: true }), 'provider_unreachable'],
  ])('accept %s while sign-ins work despite it', async (_, response, cause) => {
    const id = await setup.create();
    await look(id);
    setup.provider.behaviour = { metadata: response };
    for (let looks = 0; looks < 4; looks += 1) {
      const [state, causes] = looks === 0 ? ['broken', [cause]] : ['works', []];
      expect(await look(id)).toMatchObject({ state, causes });
      later();
      await setup.signIn(id);
    }
    setup.reset();
    await look(id);
    setup.provider.behaviour = { metadata: response };
    expect(await look(id)).toMatchObject({ state: 'broken', causes: [cause] });
  });
});
