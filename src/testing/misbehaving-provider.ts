import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { makeCertificate } from '../demo/provider/certificate.ts';

/** What an endpoint answers; a string body goes out as it is. */
export interface OddAnswer {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Cuts the connection instead. */
  cut?: boolean;
  delayMilliseconds?: number;
}

/** Ways to go wrong: each takes what a good provider would say and gives what this one says. */
export interface Behaviour {
  metadata?: (good: Record<string, unknown>) => OddAnswer;
  callback?: (good: Record<string, string>) => Record<string, string>;
  claims?: (good: JWTPayload) => JWTPayload;
  /** Makes the ID Token from its claims. */
  idToken?: (claims: JWTPayload) => Promise<string> | string;
  token?: (good: Record<string, unknown>) => OddAnswer;
  keys?: (good: { keys: JWK[] }) => OddAnswer;
  userInfo?: (good: Record<string, unknown>) => OddAnswer;
}

export interface OddProvider {
  issuer: string;
  host: string;
  certificatePem: string;
  clientId: string;
  /** With every character that form encoding changes. */
  clientSecret: string;
  /** To be set anew by each test. */
  behaviour: Behaviour;
  /** What the user is told by ID Token and UserInfo, beside `sub`. */
  user: { idToken: Record<string, unknown>; userInfo: Record<string, unknown> };
  /** The key that signs; replaced by `rotate`. */
  key: { privateKey: CryptoKey; publicJwk: JWK; alg: string };
  /** A key that signs alike and is not published. */
  stranger: OddProvider['key'];
  rotate(alg: string): Promise<void>;
  /** Goes through the provider's pages as a user would. @returns the query of the redirect back */
  authorize(authorizationUrl: string): URLSearchParams;
  /** Paths asked for since the start. */
  requests: string[];
  close(): Promise<void>;
}

/** Starts an OpenID provider over HTTPS on this machine that keeps to the rules until it is told not to. */
export async function startOddProvider(): Promise<OddProvider> {
  const { certificatePem, privateKeyPem } = await makeCertificate();
  const pending = new Map<string, string | null>();
  let code = 0;
  const server = createServer({ cert: certificatePem, key: privateKeyPem }, (request, response) => {
    provider.requests.push(`${request.method} ${request.url}`);
    void answer(provider, pending, request).then((given) => send(response, given));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const provider: OddProvider = {
    issuer: `https://${host}`,
    host,
    certificatePem,
    clientId: 'client:with/reserved',
    clientSecret: 'säcret: +%&=/ü',
    behaviour: {},
    user: { idToken: { preferred_username: 'admin' }, userInfo: { preferred_username: 'admin' } },
    key: await makeKey('RS256', 0),
    stranger: await makeKey('RS256', 0),
    rotate: async (alg) => {
      provider.key = await makeKey(alg, provider.requests.length);
    },
    authorize: (authorizationUrl) => {
      const sent = new URL(authorizationUrl).searchParams;
      code += 1;
      pending.set(`code-${code}`, sent.get('nonce'));
      const good = { code: `code-${code}`, state: sent.get('state') ?? '' };
      return new URLSearchParams(provider.behaviour.callback?.(good) ?? good);
    },
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}

async function makeKey(alg: string, serial: number): Promise<OddProvider['key']> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return {
    privateKey,
    publicJwk: { ...(await exportJWK(publicKey)), kid: `key-${serial}`, alg, use: 'sig' },
    alg,
  };
}

/** Signs claims as the provider does. */
export function signWith(
  { privateKey, publicJwk, alg }: OddProvider['key'],
  claims: JWTPayload,
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, kid: publicJwk.kid ?? '' }).sign(privateKey);
}

async function answer(
  provider: OddProvider,
  pending: Map<string, string | null>,
  request: IncomingMessage,
): Promise<OddAnswer> {
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
      if (request.headers.authorization !== 'Bearer access-token-of-the-odd-provider') return { status: 401 };
      return behaviour.userInfo?.(good) ?? { body: good };
    }
    default:
      return { status: 404 };
  }
}

async function token(
  provider: OddProvider,
  pending: Map<string, string | null>,
  request: IncomingMessage,
): Promise<OddAnswer> {
  const form = new URLSearchParams(await text(request));
  const nonce = pending.get(form.get('code') ?? '');
  pending.delete(form.get('code') ?? '');
  if (request.headers.authorization !== basic(provider))
    return { status: 401, body: { error: 'invalid_client' } };
  if (nonce === undefined || !form.get('code_verifier'))
    return { status: 400, body: { error: 'invalid_grant' } };
  const now = Math.floor(Date.now() / 1000);
  const good: JWTPayload = {
    iss: provider.issuer,
    sub: 'subject-1',
    aud: provider.clientId,
    exp: now + 300,
    iat: now,
    nonce,
    ...provider.user.idToken,
  };
  const claims = provider.behaviour.claims?.(good) ?? good;
  const idToken = (await provider.behaviour.idToken?.(claims)) ?? (await signWith(provider.key, claims));
  const body = {
    access_token: 'access-token-of-the-odd-provider',
    token_type: 'Bearer',
    expires_in: 300,
    id_token: idToken,
  };
  return provider.behaviour.token?.(body) ?? { body };
}

/** RFC 6749 section 2.3.1: id and secret are form-encoded before they are joined. */
function basic({ clientId, clientSecret }: OddProvider): string {
  const encode = (value: string) => new URLSearchParams({ '': value }).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`;
}

function metadataOf({ issuer }: OddProvider): Record<string, unknown> {
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

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function send(response: ServerResponse, given: OddAnswer): Promise<void> {
  if (given.delayMilliseconds) await new Promise((resolve) => setTimeout(resolve, given.delayMilliseconds));
  if (given.cut) return void response.destroy();
  response.writeHead(given.status ?? 200, {
    'content-type': given.type ?? 'application/json',
    ...given.headers,
  });
  response.end(typeof given.body === 'string' ? given.body : JSON.stringify(given.body ?? {}));
}
