import type { WatchCause } from '../../contract/oidc/sign-in-causes.ts';
import type { WatchState } from '../../contract/oidc/watch.ts';
import { outages } from '../../demo/provider/misbehaviours.ts';
import { keys, metadata, type Misbehave } from './misbehaviour.ts';

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

/** Faults that show without anyone signing in, and what the watch says. */
export const watchFaults = [
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
    'keys of another algorithm',
    metadata({ id_token_signing_alg_values_supported: ['ES256'] }),
    'keys_gone',
  ),
  verdict(
    'a clock that is fast',
    ({ key }) => ({
      keys: () => ({
        body: { keys: [key.publicJwk] },
        headers: { date: new Date(Date.now() + 120_000).toUTCString() },
      }),
    }),
    'unknown',
    ['token_expired'],
  ),
];
