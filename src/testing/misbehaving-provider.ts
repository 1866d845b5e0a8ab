import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { makeCertificate } from '../demo/provider/certificate.ts';

/** What an endpoint returns; a string body is sent unchanged. */
export interface ProviderResponse {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Closes the connection instead of responding. */
  cut?: boolean;
  delayMilliseconds?: number;
}

/** Faults: each gets a correct provider's response and returns the one to send. */
export interface Behaviour {
  metadata?: (good: Record<string, unknown>) => ProviderResponse;
  callback?: (good: Record<string, string>) => Record<string, string>;
  claims?: (good: JWTPayload) => JWTPayload;
  /** Creates the ID token from its claims. */
  idToken?: (claims: JWTPayload) => Promise<string> | string;
  token?: (good: Record<string, unknown>) => ProviderResponse;
  keys?: (good: { keys: JWK[] }) => ProviderResponse;
  userInfo?: (good: Record<string, unknown>) => ProviderResponse;
}

export interface MisbehavingProvider {
  issuer: string;
  host: string;
  certificatePem: string;
  clientId: string;
  /** Contains every kind of character that form encoding changes. */
  clientSecret: string;
  /** Set by each test. */
  behaviour: Behaviour;
  /** The user's claims in the ID token and UserInfo response, besides `sub`. */
  user: { idToken: Record<string, unknown>; userInfo: Record<string, unknown> };
  /** The signing key; replaced by `rotate`. */
  key: { privateKey: CryptoKey; publicJwk: JWK; alg: string };
  /** A key of the same kind that isn't published. */
  unpublishedKey: MisbehavingProvider['key'];
  rotate(alg: string): Promise<void>;
  /** Signs in as a user would. @returns the query of the redirect back */
  authorize(authorizationUrl: string): URLSearchParams;
  /** Methods and paths of all requests since the start. */
  requests: string[];
  close(): Promise<void>;
}

/** Starts an OpenID provider over HTTPS on this machine. It's correct until a test sets `behaviour`. */
export async function startMisbehavingProvider(): Promise<MisbehavingProvider> {
  const { certificatePem, privateKeyPem } = await makeCertificate();
  const pending = new Map<string, URLSearchParams>();
  let code = 0;
  const server = createServer({ cert: certificatePem, key: privateKeyPem }, (request, response) => {
    provider.requests.push(`${request.method} ${request.url}`);
    void respond(provider, pending, request).then((result) => send(response, result));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an `AddressInfo`.
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const provider: MisbehavingProvider = {
    issuer: `https://${host}`,
    host,
    certificatePem,
    clientId: "client:with/reserved-1b._*~!'()",
    clientSecret: 'säcret: +%&=/ü',
    behaviour: {},
    user: { idToken: { preferred_username: 'admin' }, userInfo: { preferred_username: 'admin' } },
    key: await makeKey('RS256', 0),
    unpublishedKey: await makeKey('RS256', 0, { published: false }),
    rotate: async (alg) => {
      provider.key = await makeKey(alg, provider.requests.length);
    },
    authorize: (authorizationUrl) => {
      const sent = new URL(authorizationUrl).searchParams;
      code += 1;
      pending.set(`code-${code}`, sent);
      const good = { code: `code-${code}`, state: sent.get('state') ?? '' };
      return new URLSearchParams(provider.behaviour.callback?.(good) ?? good);
    },
    requests: [],
    close: async () => {
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
  return provider;
}

/** Key pairs made so far: making one for RSA takes a while. */
const pairs = new Map<string, ReturnType<typeof generateKeyPair>>();

/** A key of `alg` with an ID of its own. Those that aren't published have a key pair of their own, too. */
async function makeKey(
  alg: string,
  serial: number,
  { published = true } = {},
): Promise<MisbehavingProvider['key']> {
  const name = `${alg} ${published}`;
  const made = pairs.get(name) ?? generateKeyPair(alg, { extractable: true });
  pairs.set(name, made);
  const { privateKey, publicKey } = await made;
  return {
    privateKey,
    publicJwk: { ...(await exportJWK(publicKey)), kid: `key-${serial}`, alg, use: 'sig' },
    alg,
  };
}

/** Signs claims as the provider does. */
export function signWith(
  { privateKey, publicJwk, alg }: MisbehavingProvider['key'],
  claims: JWTPayload,
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, kid: publicJwk.kid ?? '' }).sign(privateKey);
}

async function respond(
  provider: MisbehavingProvider,
  pending: Map<string, URLSearchParams>,
  request: IncomingMessage,
): Promise<ProviderResponse> {
  const { behaviour } = provider;
  switch (new URL(request.url ?? '/', provider.issuer).pathname) {
    case '/.well-known/openid-configuration': {
      const good = metadataOf(provider);
      return behaviour.metadata?.(good) ?? { body: good };
    }
    case '/keys': {
      const good = { keys: [provider.key.publicJwk] };
      return behaviour.keys?.(good) ?? { body: good };
    }
    case '/token':
      return token(provider, pending, request);
    case '/userinfo': {
      const good = { sub: 'subject-1', ...provider.user.userInfo };
      if (request.headers.authorization !== 'Bearer access-token-of-the-test-provider')
        return { status: 401 };
      return behaviour.userInfo?.(good) ?? { body: good };
    }
    default:
      return { status: 404 };
  }
}

async function token(
  provider: MisbehavingProvider,
  pending: Map<string, URLSearchParams>,
  request: IncomingMessage,
): Promise<ProviderResponse> {
  const form = new URLSearchParams(await text(request));
  const sent = pending.get(form.get('code') ?? '');
  pending.delete(form.get('code') ?? '');
  if (request.headers.authorization !== basic(provider))
    return { status: 401, body: { error: 'invalid_client' } };
  const verifier = form.get('code_verifier');
  // The challenge that was sent, and none that wasn't (RFC 7636).
  const challenge = verifier === null ? null : hash('sha256', verifier, 'base64url');
  if (!sent || challenge !== sent.get('code_challenge'))
    return { status: 400, body: { error: 'invalid_grant' } };
  const now = Math.floor(Date.now() / 1000);
  const good: JWTPayload = {
    iss: provider.issuer,
    sub: 'subject-1',
    aud: provider.clientId,
    exp: now + 300,
    iat: now,
    nonce: sent.get('nonce'),
    ...provider.user.idToken,
  };
  const claims = provider.behaviour.claims?.(good) ?? good;
  const idToken = (await provider.behaviour.idToken?.(claims)) ?? (await signWith(provider.key, claims));
  const body = {
    access_token: 'access-token-of-the-test-provider',
    token_type: 'Bearer',
    expires_in: 300,
    id_token: idToken,
  };
  return provider.behaviour.token?.(body) ?? { body };
}

/** RFC 6749 section 2.3.1: ID and secret are form-encoded before they're joined. */
function basic({ clientId, clientSecret }: MisbehavingProvider): string {
  const encode = (value: string) => new URLSearchParams({ '': value }).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`;
}

function metadataOf({ issuer }: MisbehavingProvider): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    scopes_supported: ['openid', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
  };
}

async function send(response: ServerResponse, result: ProviderResponse): Promise<void> {
  if (result.delayMilliseconds) await new Promise((resolve) => setTimeout(resolve, result.delayMilliseconds));
  if (result.cut) return void response.destroy();
  response.writeHead(result.status ?? 200, {
    'content-type': result.type ?? 'application/json',
    ...result.headers,
  });
  response.end(typeof result.body === 'string' ? result.body : JSON.stringify(result.body ?? {}));
}
