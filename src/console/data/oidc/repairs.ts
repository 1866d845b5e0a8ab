import { issuerOfResponse, type SignInStep, type SignInTest } from '../../../contract/oidc/sign-in-tests.ts';
import type { OidcLoginError } from '../../../contract/oidc/sign-in-causes.ts';
import { filledWith, isAsPublished, type FilledField } from '../../../contract/oidc/metadata.ts';
import type { FieldName, FormValues } from './fields.ts';
import { webAddress } from '../../lib/web-address.ts';

/** A change to the form that may fix a failed step. */
export type Repair =
  | { label: string; changes: Partial<FormValues> }
  | { label: string; replacesSecret: true };

const names: Record<FilledField, string> = {
  issuer: 'issuer',
  authorization_endpoint: 'authorization endpoint',
  token_endpoint: 'token endpoint',
  userinfo_endpoint: 'UserInfo endpoint',
  jwks_uri: 'JWKS URI',
};

/** The field that a step depends on. */
const fieldOfStep: Partial<Record<SignInStep['name'], FilledField>> = {
  discovery: 'issuer',
  authorization_request: 'authorization_endpoint',
  token_request: 'token_endpoint',
  id_token_signature: 'jwks_uri',
  userinfo: 'userinfo_endpoint',
};

/** The field of the form to fix after a failed step; undefined if it's about the provider as a whole. */
export function fieldToOpen({ name, error }: SignInStep): FieldName | undefined {
  if (error === 'wrong_issuer') return 'issuer';
  if (error === 'subject_changed' || error === 'suspended') return undefined;
  if (name === 'username_path' || name === 'local_user') return 'username_path';
  return fieldOfStep[name];
}

/**
 * The login of the user to create after a failed step; undefined if another user's is almost the same, or if it contains
 * characters that are only described.
 */
export function loginToCreate({ error, expected, actual }: SignInStep): string | undefined {
  const isNew = error === 'unknown_user' && !expected && actual !== undefined;
  return isNew && !/<U\+[0-9A-F]{4,6}>/.test(actual) ? actual : undefined;
}

/** The scopes that release standard claims (OpenID Connect Core 1.0 section 5.4). */
export const scopeOfClaim: Readonly<Record<string, string>> = {
  preferred_username: 'profile',
  nickname: 'profile',
  name: 'profile',
  given_name: 'profile',
  family_name: 'profile',
  email: 'email',
  phone_number: 'phone',
};

/** What is known about the provider's side: the values of claims don't matter. */
type Evidence = Pick<SignInTest, 'published' | 'id_token_claims' | 'userinfo_claims'>;

const secretErrors: ReadonlySet<string> = new Set<OidcLoginError>([
  'client_refused',
  'secret_expired',
  'secret_wrong',
  'secret_id',
  'secret_for_other_origin',
]);

/** What to offer for a failed step, or a warning, given what the form holds now. */
export function findRepairs(
  step: SignInStep,
  { published, id_token_claims: idToken, userinfo_claims: userInfo }: Evidence,
  values: FormValues,
): Repair[] {
  const { error, expected, actual } = step;
  if (error !== undefined && secretErrors.has(error))
    return [{ label: 'Enter the secret again', replacesSecret: true }];
  if (rejectsScope(step)) {
    // What the username expression needs stays, unless there's nothing else to leave out.
    const scopes = [...new Set(['openid', ...scopesNeeded(values.username_path)])];
    const needed = scopes.filter((scope) => scope === 'openid' || values.scope.split(' ').includes(scope));
    const scope = needed.join(' ') === values.scope ? 'openid' : needed.join(' ');
    return scope === values.scope ? [] : [{ label: `Request only ${scope}`, changes: { scope } }];
  }
  if (error === 'no_username') {
    const claims = { ...userInfo, ...idToken };
    const scopes = values.scope.split(' ');
    const missing = scopesNeeded(values.username_path, (claim) => claims[claim] === undefined);
    return missing
      .filter((scope) => !scopes.includes(scope))
      .map((scope) => ({
        label: `Add scope ${scope}`,
        changes: { scope: `${values.scope} ${scope}` },
      }));
  }
  const field = error === 'wrong_issuer' ? 'issuer' : fieldOfStep[step.name];
  if (!field || step.facts.some(({ label }) => label === issuerOfResponse)) return [];
  const repairs: Repair[] = [];
  const offered = webAddress(published?.[field]);
  // A blank field is filled with the published value anyway.
  if (offered !== undefined && values[field] !== '' && !isAsPublished(field, values[field], offered))
    repairs.push({
      label: `Use the published ${names[field]}`,
      changes: { [field]: filledWith(field, offered, values[field]) },
    });
  const used = field === 'issuer' ? webAddress(actual) : undefined;
  const isCurrent = values.issuer === '' || values.issuer === expected;
  if (used !== undefined && used !== offered && isCurrent)
    repairs.push({ label: 'Use this issuer', changes: { issuer: used } });
  return repairs;
}

function rejectsScope({ provider_response: response, actual }: SignInStep): boolean {
  return response?.error === 'invalid_scope' || actual === 'invalid_scope';
}

/** The scopes that release the claims an expression mentions. */
function scopesNeeded(expression: string, counts: (claim: string) => boolean = () => true): string[] {
  const found = Object.entries(scopeOfClaim).filter(
    ([claim]) => counts(claim) && mentions(expression, claim),
  );
  return [...new Set(found.map(([, scope]) => scope))];
}

function mentions(expression: string, claim: string): boolean {
  return new RegExp(`(?<![\\w.])${claim}(?!\\w)`).test(expression);
}
