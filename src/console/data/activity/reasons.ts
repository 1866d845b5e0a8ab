import type { RejectionCode } from '../../../contract/activity/sign-in-events.ts';

const reasons: Record<RejectionCode, string> = {
  unknown_provider: 'Unknown provider',
  too_many_attempts: 'Too many attempts',
  provider_unreachable: "Couldn't reach the provider",
  provider_blocked: "Provider's address isn't allowed",
  provider_response_invalid: 'Invalid response from the provider',
  provider_unavailable: 'Provider unavailable',
  request_expired: 'Expired or started elsewhere',
  wrong_response_mode: 'No parameters in the redirect back',
  form_response: 'Response sent as a form',
  denied_by_provider: 'Denied by the provider',
  refused_by_provider: 'Authorization request rejected',
  wrong_issuer: 'Wrong issuer',
  several_issuers: 'List of issuers in the ID token',
  token_request_failed: 'Token request rejected',
  client_refused: 'Client ID or secret rejected',
  secret_for_other_origin: 'Secret entered for another origin',
  signature_invalid: 'Invalid ID token signature',
  encrypted_id_token: 'Encrypted ID token',
  wrong_audience: 'Wrong audience',
  token_expired: 'ID token expired',
  wrong_nonce: 'Wrong nonce',
  id_token_invalid: 'Invalid ID token',
  userinfo_failed: 'UserInfo request failed',
  userinfo_invalid: 'Invalid UserInfo response',
  userinfo_wrong_subject: 'UserInfo about another user',
  no_username: 'No username in the claims',
  unknown_user: 'No such user',
  service_failed: 'Service failed',
  wrong_password: 'Wrong password',
  no_password: 'User has no password',
};

/** Why a sign-in was rejected, in a few words. */
export function reasonOf(code: RejectionCode): string {
  // A newer service may have other codes.
  return Object.hasOwn(reasons, code) ? reasons[code] : code;
}
