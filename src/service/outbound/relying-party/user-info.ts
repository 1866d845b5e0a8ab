import type { Claims, Provider } from '../../domain/oidc/relying-party.ts';
import type { Outbound, OutboundResponse } from '../outbound.ts';
import { fail, failRequest, failTemporarily, format, isTemporary, jsonObject } from './failures.ts';
import { parseJwt } from './id-token.ts';
import { explainError } from './provider-errors.ts';
import { verifySignature } from './signature.ts';

const endpointRepair = 'Correct the UserInfo endpoint, or use a claim in the ID token as the username.';
const invalid = { name: 'userinfo', error: 'userinfo_invalid' } as const;

/**
 * Requests UserInfo (OpenID Connect Core 1.0 section 5.3).
 * @param subject `sub` of the ID token, which must be the same
 * @throws SignInFailure
 */
export async function requestUserInfo(
  outbound: Pick<Outbound, 'fetch' | 'verifiesTls'>,
  provider: Provider,
  accessToken: string,
  subject: string,
): Promise<Claims> {
  const response = await outbound
    .fetch(provider.userinfo_endpoint, {
      headers: { accept: 'application/json, application/jwt', authorization: `Bearer ${accessToken}` },
    })
    .catch((error: unknown) => failRequest(error, 'userinfo', 'The UserInfo request', 'UserInfo endpoint'));
  if (isTemporary(response.status)) failTemporarily('userinfo', 'UserInfo endpoint', response.status);
  failError(response, provider);
  if (response.status !== 200) failStatus(response.status);
  const claims = await claimsIn(outbound, provider, response);
  const { sub } = claims;
  if (typeof sub !== 'string' || sub === '')
    fail({
      ...invalid,
      message: "The UserInfo response contains no sub, so it can't be matched with the ID token.",
      expected: subject,
      actual: format(sub),
      repair: 'Compare the UserInfo endpoint with the one in the metadata, or use a claim in the ID token.',
    });
  if (sub === subject) return claims;
  fail({
    name: 'userinfo',
    error: 'userinfo_wrong_subject',
    message: 'The UserInfo response is about another user than the ID token.',
    expected: subject,
    actual: format(sub),
    repair: "The provider mixes up users, so signing in isn't safe.",
  });
}

/** Fails because of an error in the header (RFC 6750 section 3) or in the body: Slack sends errors with status 200. */
function failError(
  { status, headers, body }: OutboundResponse,
  { client_secret: clientSecret }: Provider,
): void {
  const json = jsonObject(body);
  const challenge = /\berror="?(\w+)/.exec(headers.get('www-authenticate') ?? '')?.[1];
  const code = challenge ?? json?.['error'];
  if (typeof code !== 'string' || (status === 200 && json?.['sub'] !== undefined)) return;
  const description = json?.['error_description'];
  const explained = explainError('userinfo', { code, description, status, clientSecret });
  if (explained) fail(explained);
  if (status !== 200) return;
  const actual = `${status} ${code}`;
  fail({
    name: 'userinfo',
    error: 'userinfo_failed',
    message: `The UserInfo endpoint returned an error (${actual}).`,
    actual,
  });
}

function failStatus(status: number): never {
  fail({
    name: 'userinfo',
    error: 'userinfo_failed',
    message: `The UserInfo endpoint returned ${status}.`,
    actual: `status ${status}`,
    repair:
      status === 401 || status === 403
        ? "Allow this client to use the UserInfo endpoint at the provider. A proxy in front of it mustn't remove the Authorization header."
        : endpointRepair,
  });
}

async function claimsIn(
  outbound: Pick<Outbound, 'fetch' | 'verifiesTls'>,
  provider: Provider,
  { headers, body }: OutboundResponse,
): Promise<Claims> {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/jwt') return signedClaims(outbound, provider, Buffer.from(body).toString());
  return (
    jsonObject(body) ??
    fail({
      ...invalid,
      message: "The UserInfo response isn't JSON.",
      actual: format(type),
      repair: endpointRepair,
    })
  );
}

/** A signed response (OpenID Connect Core 1.0 section 5.3.2). */
async function signedClaims(
  outbound: Pick<Outbound, 'fetch' | 'verifiesTls'>,
  provider: Provider,
  compact: string,
): Promise<Claims> {
  const what = 'UserInfo response';
  const parsed = parseJwt(compact.trim(), what, invalid);
  const { iss, aud, exp } = parsed.claims;
  const mismatch = (claim: string, expected: string, actual: unknown) =>
    fail({
      ...invalid,
      message: `The ${what} is from another provider or for another client: its ${claim} is different.`,
      expected,
      actual: format(actual),
      repair: "Compare the UserInfo endpoint with the one in the provider's metadata.",
    });
  if (iss !== undefined && iss !== provider.issuer) mismatch('iss', provider.issuer, iss);
  if (aud !== undefined && ![aud].flat().includes(provider.client_id))
    mismatch('aud', provider.client_id, aud);
  if (exp !== undefined && !(typeof exp === 'number' && exp > Date.now() / 1000 - 60))
    fail({
      ...invalid,
      message: `The ${what} has expired.`,
      actual: format(exp),
      repair: 'Synchronize the clocks.',
    });
  await verifySignature(outbound, provider, parsed, { ...invalid, what });
  return parsed.claims;
}
