import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload } from 'jose';
import {
  respond,
  send,
  tokenResponse,
  type Behaviour,
  type ProviderResponse,
  type SigningKey,
  type User,
} from '../demo/provider/behaviour.ts';
import { makeCertificate } from '../demo/provider/certificate.ts';

export type MisbehavingProvider = Awaited<ReturnType<typeof startMisbehavingProvider>>;

/**
 * Starts an OpenID provider over HTTPS on this machine. It's correct until a test sets `behaviour`.
 * @param target the object to make the provider of
 */
export async function startMisbehavingProvider(target: object = {}) {
  const { certificatePem, privateKeyPem } = await makeCertificate();
  const pending = new Map<string, URLSearchParams>();
  let code = 0;
  const server = createServer({ cert: certificatePem, key: privateKeyPem }, (request, response) => {
    provider.requests.push(`${request.method} ${request.url}`);
    void answer(provider, pending, request).then((result) => send(response, result));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an `AddressInfo`.
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const behaviour: Behaviour = {};
  const provider = Object.assign(target, {
    issuer: `https://${host}`,
    host,
    certificatePem,
    clientId: "client:with/reserved-1b._*~!'()",
    /** Contains every kind of character that form encoding changes. */
    clientSecret: 'säcret: +%&=/ü',
    /** Set by each test. */
    behaviour,
    user: userNamed('admin'),
    /** The signing key; replaced by `rotate`. */
    key: await makeKey('RS256', 0),
    /** A key of the same kind that isn't published. */
    unpublishedKey: await makeKey('RS256', 0, { published: false }),
    /** Methods and paths of all requests since the start. */
    requests: [] as string[],
    rotate: async (alg: string): Promise<void> => {
      provider.key = await makeKey(alg, provider.requests.length);
    },
    /** Signs in as a user would. @returns the query of the redirect back */
    authorize: (authorizationUrl: string): URLSearchParams => {
      const sent = new URL(authorizationUrl).searchParams;
      code += 1;
      pending.set(`code-${code}`, sent);
      const good = { code: `code-${code}`, state: sent.get('state') ?? '' };
      return new URLSearchParams(provider.behaviour.callback?.(good) ?? good);
    },
    close: async (): Promise<void> => {
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  });
  return provider;
}

/** A user with this name in the ID token, and in the UserInfo response unless it differs there. */
export function userNamed(inIdToken: unknown, inUserInfo = inIdToken): User {
  return { idToken: { preferred_username: inIdToken }, userInfo: { preferred_username: inUserInfo } };
}

const accessToken = 'access-token-of-the-test-provider';

/** Key pairs made so far: making one for RSA takes a while. */
const pairs = new Map<string, ReturnType<typeof generateKeyPair>>();

/** A key of `alg` with an ID of its own. Those that aren't published have a key pair of their own, too. */
async function makeKey(alg: string, serial: number, { published = true } = {}): Promise<SigningKey> {
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

async function answer(
  provider: MisbehavingProvider,
  pending: Map<string, URLSearchParams>,
  request: IncomingMessage,
): Promise<ProviderResponse> {
  const { behaviour } = provider;
  switch (new URL(request.url ?? '/', provider.issuer).pathname) {
    case '/.well-known/openid-configuration':
      return respond(behaviour.metadata, metadataOf(provider));
    case '/keys':
      return respond(behaviour.keys, { keys: [provider.key.publicJwk] });
    case '/token':
      return token(provider, pending, request);
    case '/userinfo':
      return request.headers.authorization === `Bearer ${accessToken}`
        ? respond(behaviour.userInfo, { sub: 'subject-1', ...provider.user.userInfo })
        : { status: 401 };
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
  const refuse = (good: ProviderResponse) => provider.behaviour.refusal?.(good) ?? good;
  if (request.headers.authorization !== basic(provider))
    return refuse({ status: 401, body: { error: 'invalid_client' } });
  const verifier = form.get('code_verifier');
  // The challenge that was sent, and none that wasn't (RFC 7636).
  const challenge = verifier === null ? null : hash('sha256', verifier, 'base64url');
  if (!sent || challenge !== sent.get('code_challenge'))
    return refuse({ status: 400, body: { error: 'invalid_grant' } });
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
  const body = { access_token: accessToken, token_type: 'Bearer', expires_in: 300 };
  return tokenResponse(provider, body, good);
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
