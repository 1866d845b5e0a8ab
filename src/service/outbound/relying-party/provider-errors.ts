import type { FailedStep } from '../../domain/oidc/relying-party.ts';
import { codeRejected } from '../../domain/oidc/watch-state.ts';
import type { OidcLoginError } from '../../../contract/oidc/sign-in-causes.ts';

/** An error in a provider's own words, and what they're compared with. */
interface ProviderError {
  code: string;
  /** `error_description`, which contains Entra's number. */
  description?: unknown;
  /** Of the response; a redirect back has none. */
  status?: number;
  clientSecret: string;
}

/**
 * Explains a provider's error (RFC 6749 sections 4.1.2.1 and 5.2, OpenID Connect Core 1.0 section 3.1.2.6, RFC 6750 section 3.1),
 * including what big providers send instead.
 * @returns undefined for other codes, such as those of a web server's JSON error page: there the status says more
 */
export function explainError(
  name: 'callback' | 'token_request' | 'userinfo',
  { code, description, status, clientSecret }: ProviderError,
): FailedStep | undefined {
  const entra = typeof description === 'string' ? /\bAADSTS(\d+)/.exec(description)?.[1] : undefined;
  const numbered = numbers.get(entra ?? '');
  let explanation = numbered ?? ofStep[name]?.get(code) ?? anywhere.get(code);
  if (!explanation) return undefined;
  // A token endpoint's 401 is about the client (RFC 6749 section 5.2): Auth0 sends access_denied. Some send it with every error.
  const isAboutClient = name === 'token_request' && status === 401 && !numbered;
  if (isAboutClient && !saidWith401.has(explanation)) explanation = credentials;
  if (explanation === wrongSecret && guid.test(clientSecret)) explanation = secretId;
  const actual = [status, code].filter(Boolean).join(' ');
  const [error, what, repair] = explanation;
  return { name, error, message: `${what} (${actual}).`, actual, ...(repair !== undefined && { repair }) };
}

type Explanation = [error: OidcLoginError, what: string, repair?: string];

// Maps, because the code comes from the provider and could be `constructor`.
const mapOf = (explanations: Record<string, Explanation>) => new Map(Object.entries(explanations));

const credentials: Explanation = ['client_refused', 'The provider rejected the client ID or client secret'];
const wrongSecret: Explanation = ['secret_wrong', 'The provider rejected the client secret'];
const secretId: Explanation = [
  'secret_id',
  "The provider rejected the client secret, which looks like a secret's ID",
];
const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const unknownClient: Explanation = ['client_unknown', "The provider doesn't know the client ID"];
const unauthorized: Explanation = [
  'client_refused',
  'The provider rejected the client',
  'Compare client ID and client secret, and allow the authorization code grant for this client at the provider.',
];
const rejectedCode: Explanation = [
  'token_request_failed',
  codeRejected,
  'Compare the redirect URI with the one registered at the provider. Codes expire quickly and work only once.',
];
const redirectUri: Explanation = [
  'token_request_failed',
  'The provider rejected the redirect URI',
  'Register exactly this redirect URI at the provider.',
];
const denied: Explanation = ['denied_by_provider', 'The provider denied the user access'];
const interaction: Explanation = [
  'interaction_required',
  'The provider requires another step from the user, such as a second factor',
];
const consent: Explanation = [
  'consent_required',
  "Neither the user nor an administrator has consented to this client's access",
];
const scope: Explanation = [
  'insufficient_scope',
  "The access token's scope isn't sufficient for the UserInfo endpoint",
];
const temporary = (what: string) => {
  const explanation: Explanation = ['provider_unavailable', what];
  return { server_error: explanation, temporarily_unavailable: explanation };
};
const tooMany: Explanation = [
  'provider_unavailable',
  'The provider rejects requests because there were too many',
];
const scopeRepair = "Remove the scope values that the provider doesn't support.";
const grant: Explanation = [
  'token_request_failed',
  "The token endpoint doesn't support the authorization code grant",
  'Allow the authorization code grant for this client at the provider, or correct the token endpoint.',
];

/** What says more than the status 401 that it comes with. */
const saidWith401 = new Set([wrongSecret, unknownClient, unauthorized, rejectedCode, redirectUri]);

/** Entra's numbers, which say more than its codes. */
const numbers = mapOf({
  7000222: ['secret_expired', 'The client secret has expired'],
  7000215: wrongSecret,
  700016: unknownClient,
  50011: redirectUri,
  65001: consent,
  65004: consent,
  90094: consent,
  16000: interaction,
  50058: interaction,
  50074: interaction,
  50076: interaction,
  50079: interaction,
  50158: interaction,
  53003: interaction,
  50105: denied,
});

const anywhere = mapOf({
  access_denied: denied,
  // Salesforce's, for users and organizations.
  inactive_user: denied,
  inactive_org: denied,
  OAUTH_APP_ACCESS_DENIED: denied,
  OAUTH_APP_BLOCKED: denied,
  interaction_required: interaction,
  login_required: interaction,
  account_selection_required: interaction,
  consent_required: consent,
  insufficient_scope: scope,
  // Slack's.
  missing_scope: scope,
  account_inactive: denied,
  ratelimited: tooMany,
  // Salesforce's and Slack's.
  invalid_client_id: unknownClient,
  slow_down: tooMany,
  rate_limit_exceeded: tooMany,
});

const atTokenEndpoint = mapOf({
  ...temporary('The token endpoint failed'),
  invalid_client: credentials,
  // GitHub's.
  incorrect_client_credentials: credentials,
  bad_verification_code: rejectedCode,
  redirect_uri_mismatch: redirectUri,
  // Slack's.
  bad_client_secret: wrongSecret,
  bad_redirect_uri: redirectUri,
  invalid_code: rejectedCode,
  code_already_used: rejectedCode,
  invalid_grant_type: grant,
  invalid_grant: rejectedCode,
  unauthorized_client: unauthorized,
  unsupported_grant_type: grant,
  invalid_scope: ['token_request_failed', 'The token endpoint rejected the scope', scopeRepair],
  invalid_request: [
    'token_request_failed',
    'The token endpoint considers the request malformed',
    'Compare the redirect URI with the registered one, and allow PKCE with S256 and client_secret_basic at the provider.',
  ],
});

const refusal = (repair: string): Explanation => [
  'refused_by_provider',
  'The provider rejected the authorization request',
  repair,
];

const atCallback = mapOf({
  ...temporary("The provider couldn't process the authorization request"),
  invalid_scope: refusal(scopeRepair),
  unauthorized_client: refusal('Allow the authorization code flow for this client at the provider.'),
  unsupported_response_type: refusal('Allow response type code for this client at the provider.'),
  // Not the redirect URI or the client ID: a provider that doubts them never redirects back (RFC 6749 section 4.1.2.1).
  invalid_request: refusal(
    'The provider rejects a parameter of the request. Allow PKCE with S256 for this client, compare the scope with what it supports, remove parameters that were added to the authorization endpoint, and make pushed authorization requests (PAR) optional.',
  ),
});

const ofStep: Partial<Record<FailedStep['name'], ReadonlyMap<string, Explanation>>> = {
  callback: atCallback,
  token_request: atTokenEndpoint,
};
