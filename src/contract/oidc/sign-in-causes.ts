/** Why a provider sign-in failed, in the words of the sign-in page, sign-in tests, the log and alerts. */
export interface Cause {
  /** In a few words. */
  reason: string;
  /** What the person who signs in can do. */
  advice?: string;
  /** What an administrator can do, as a sentence. */
  repair: string;
}

const again = 'Try again.';
const later = 'Try again later.';
const secret = 'Enter a new client secret';

/** By the code that the sign-in page gets as `oidc_error`. */
export const signInCauses = {
  unknown_provider: {
    reason: 'Unknown provider',
    advice: 'Reload this page and choose another way to sign in.',
    repair: 'An old link or bookmark points to a deleted provider.',
  },
  too_many_attempts: {
    reason: 'Too many attempts',
    advice: 'Wait a minute, then try again.',
    repair: 'Behind a reverse proxy, set TRUST_PROXY. Otherwise all users count as one address.',
  },
  provider_unreachable: {
    reason: "Couldn't reach the provider",
    advice: later,
    repair:
      "Check from the service's machine that the provider's host resolves, responds and has a trusted certificate.",
  },
  provider_blocked: {
    reason: "Provider's address isn't allowed",
    repair: 'Correct the URL, or add the host to OUTBOUND_ALLOW if it really is the provider.',
  },
  provider_response_invalid: {
    reason: 'Invalid response from the provider',
    repair: "Enter the endpoint's final URL. Responses can have at most 256 KiB.",
  },
  provider_unavailable: {
    reason: 'Provider unavailable',
    advice: later,
    repair: "Try again later. If it keeps failing, see the provider's log.",
  },
  request_expired: {
    reason: 'Expired or started elsewhere',
    advice: again,
    repair: "If this happens every time, cookies don't reach the service. Users must use its public address.",
  },
  wrong_response_mode: {
    reason: 'No parameters in the redirect back',
    repair: 'Make the provider send its response as a query (response_mode query), not as a fragment.',
  },
  form_response: {
    reason: 'Response sent as a form',
    repair:
      'Turn off response_mode form_post for this client at the provider, so that its response is a query.',
  },
  denied_by_provider: {
    reason: 'Denied by the provider',
    advice: "You cancelled, or you aren't allowed to use this application.",
    repair: 'Assign the user to this client at the provider.',
  },
  consent_required: {
    reason: 'Consent missing at the provider',
    advice: 'Try again and accept what the provider asks for.',
    repair: "Grant the administrator's consent for this client at the provider.",
  },
  interaction_required: {
    reason: 'Provider requires another step',
    advice: 'Sign in at the provider first, with a second factor if it asks for one, then try again.',
    repair:
      "Compare the provider's rules for this client, such as conditional access and second factors, and remove a prompt parameter from the authorization endpoint.",
  },
  refused_by_provider: {
    reason: 'Authorization request rejected',
    repair: 'Check the client ID, the scope and the redirect URI registered at the provider.',
  },
  wrong_issuer: {
    reason: 'Wrong issuer',
    repair: 'Set the issuer to exactly the one that the provider publishes.',
  },
  several_issuers: {
    reason: 'List of issuers in the ID token',
    repair: "The ID token's iss must be the issuer as text, not a list. Correct it at the provider.",
  },
  token_request_failed: {
    reason: 'Token request rejected',
    repair: 'Check the token endpoint, and that the registered redirect URI matches exactly.',
  },
  client_refused: {
    reason: 'Client ID or secret rejected',
    repair:
      "Replace the client secret, compare the client ID, and allow client_secret_basic at the provider. A proxy in front of it mustn't remove the Authorization header.",
  },
  client_unknown: {
    reason: 'Unknown client ID',
    repair: 'Compare the client ID, and check that the endpoints belong to the tenant that registered it.',
  },
  secret_expired: {
    reason: 'Client secret expired',
    repair: `Create a client secret at the provider and enter it here.`,
  },
  secret_wrong: {
    reason: 'Wrong client secret',
    repair: `${secret}: its value, not its ID.`,
  },
  secret_id: {
    reason: "Client secret's ID instead of its value",
    repair: `${secret}. The provider shows its value only once, beside the ID.`,
  },
  secret_for_other_origin: {
    reason: 'Secret entered for another origin',
    repair: 'Enter the client secret again, or change the token endpoint back.',
  },
  signature_invalid: {
    reason: 'Invalid ID token signature',
    repair: "Compare the JWKS URI with the one in the provider's metadata.",
  },
  encrypted_id_token: {
    reason: 'Encrypted ID token',
    repair: 'Turn off ID token encryption for this client at the provider.',
  },
  wrong_audience: {
    reason: 'Wrong audience',
    repair: "The ID token's aud claim must contain the client ID.",
  },
  token_expired: {
    reason: 'ID token expired',
    repair: "Compare the service's and the provider's clocks. They may differ by at most a minute.",
  },
  wrong_nonce: {
    reason: 'Wrong nonce',
    advice: again,
    repair: 'The provider, or a proxy in front of it, caches responses or omits the nonce.',
  },
  id_token_invalid: { reason: 'Invalid ID token', repair: "A test sign-in shows what's wrong." },
  userinfo_failed: {
    reason: 'UserInfo request failed',
    repair: 'Correct the UserInfo endpoint, or use a claim in the ID token as the username.',
  },
  insufficient_scope: {
    reason: 'Scope not sufficient for UserInfo',
    repair: 'Add the scope that UserInfo requires, such as openid or profile, and allow it for this client.',
  },
  userinfo_invalid: {
    reason: 'Invalid UserInfo response',
    repair: "Compare the UserInfo endpoint with the one in the provider's metadata.",
  },
  userinfo_wrong_subject: {
    reason: 'UserInfo about another user',
    repair: 'The UserInfo endpoint belongs to another provider or tenant, or the provider is faulty.',
  },
  no_username: {
    reason: 'No username in the claims',
    repair: 'Use a claim that the provider sends, or make the provider send the claim.',
  },
  unknown_user: {
    reason: 'No such user',
    advice: 'Ask an administrator to create a user for you.',
    repair: 'Create a user whose login exactly matches the result of the username expression.',
  },
  subject_changed: {
    reason: 'Another person with this login',
    advice: 'Ask an administrator to accept your sign-in.',
    repair:
      "If it's the same person, accept the sign-in. If the login was given to someone else, change or delete the user.",
  },
  /** The sign-in page says `unknown_user` instead. */
  suspended: {
    reason: 'User is suspended',
    repair: "Resume the user on their page, if they're to sign in again.",
  },
  /** The sign-in page says `unknown_provider` instead. */
  button_suspended: {
    reason: 'Button is suspended',
    repair: "Resume the provider's button, if users are to sign in through it again.",
  },
  service_failed: { reason: 'Service failed', advice: later, repair: "See the service's log." },
} as const satisfies Record<string, Cause>;

/** What the watch of providers finds besides. */
export const watchCauses = {
  ...signInCauses,
  metadata_gone: {
    reason: 'No provider metadata',
    repair: 'Correct the metadata URL, or make the provider publish its metadata again.',
  },
  issuer_changed: {
    reason: 'Published issuer differs',
    repair: 'Set the issuer to exactly the one that the provider publishes.',
  },
  keys_gone: {
    reason: 'No usable signing keys',
    repair: "Compare the JWKS URI with the one in the provider's metadata.",
  },
  certificate_ends: { reason: 'TLS certificate ends', repair: 'Renew the certificate at the provider.' },
} as const satisfies Record<string, Cause>;

export type WatchCause = keyof typeof watchCauses;
export type OidcLoginError = keyof typeof signInCauses;
export const oidcLoginErrors = Object.keys(signInCauses) as [OidcLoginError, ...OidcLoginError[]];
