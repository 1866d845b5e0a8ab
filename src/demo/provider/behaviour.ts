import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { CompactSign, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import type { ClaimSet } from './personas.ts';

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
  idToken?: (claims: JWTPayload, key: SigningKey) => Promise<string> | string;
  token?: (good: Record<string, unknown>) => ProviderResponse;
  /** A token response that's an error. */
  refusal?: (good: ProviderResponse) => ProviderResponse;
  keys?: (good: { keys: JWK[] }) => ProviderResponse;
  userInfo?: (good: Record<string, unknown>) => ProviderResponse;
}

export interface SigningKey {
  privateKey: CryptoKey;
  publicJwk: JWK;
  alg: string;
}

/** The user's claims in the ID token and UserInfo response, besides those that every sign-in has. */
export interface User {
  idToken: ClaimSet;
  userInfo: ClaimSet;
}

/** Makes a provider misbehave; may change the user's claims. */
export type Misbehave<Provider = { user: User; slowSeconds?: number }> = (
  provider: Provider,
) => Behaviour | Promise<Behaviour>;

type Change<Good> = object | ((good: Good) => object);
const changed = <Good>(change: Change<Good>, good: Good): object =>
  typeof change === 'function' ? change(good) : change;

/** A provider that changes claims of the ID token; undefined removes one. */
export const claims = (change: Change<JWTPayload>) => (): Behaviour => ({
  claims: (good) => ({ ...good, ...changed(change, good) }),
});

/** A provider whose ID token has these header parameters; undefined removes one. */
export const withHeader = (header: object) => (): Behaviour => ({
  idToken: (payload, key) => signWith(key, payload, header),
});

/** A provider that redirects back with these parameters besides the state. */
export const callback = (parameters: Record<string, string>) => (): Behaviour => ({
  callback: ({ state = '' }) => ({ state, ...parameters }),
});

/** A provider with this UserInfo response, which is needed because the ID token doesn't contain the login. */
export const userInfo =
  (response: Change<ClaimSet> & ProviderResponse): Misbehave<{ user: User }> =>
  ({ user }) => {
    user.idToken = {};
    return { userInfo: (good) => changed(response, good) };
  };

/** A time some minutes from now, in seconds since the epoch. */
export const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60;

/** Signs claims as the provider does. @param header additional parameters; undefined removes one */
export function signWith(key: SigningKey, payload: JWTPayload, header: object = {}): Promise<string> {
  const { alg, publicJwk, privateKey } = key;
  return new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg, kid: publicJwk.kid, ...header } as { alg: string })
    .sign(privateKey, { crit: { 'urn:kind': true } });
}

/** The token response with an ID token. @param good the correct claims */
export async function tokenResponse(
  { behaviour, key }: { behaviour: Behaviour; key: SigningKey },
  body: Record<string, unknown>,
  good: JWTPayload,
): Promise<ProviderResponse> {
  const payload = behaviour.claims?.(good) ?? good;
  const idToken = (await behaviour.idToken?.(payload, key)) ?? (await signWith(key, payload));
  return respond(behaviour.token, { ...body, id_token: idToken });
}

/** The response to send instead of a correct one, if there's a fault. */
export function respond<Good>(
  fault: ((good: Good) => ProviderResponse) | undefined,
  good: Good,
): ProviderResponse {
  return fault?.(good) ?? { body: good };
}

/** Sends a response. Stops waiting if the client disconnects. */
export async function send(response: ServerResponse, result: ProviderResponse): Promise<void> {
  const { status = 200, type = 'application/json', headers, body = {}, delayMilliseconds } = result;
  if (delayMilliseconds) {
    const signal = AbortSignal.timeout(delayMilliseconds);
    await once(response, 'close', { signal }).catch(() => undefined);
  }
  if (result.cut) return void response.destroy();
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
