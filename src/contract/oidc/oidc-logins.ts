import * as z from 'zod/mini';
import { listWithoutStartOf } from '../paging.ts';

/** What the sign-in page needs for one provider's button (extension). */
export const oidcLogin = z.object({
  name: z.string(),
  oidc_op_resource: z.string(),
  login_resource: z.string(),
});
export const oidcLoginList = listWithoutStartOf(oidcLogin);

/** How many sessions started through a configuration and haven't ended (extension). */
export const oidcSessionCount = z.object({ oidc_op_resource: z.string(), sessions: z.int() });
export type OidcSessionCount = z.infer<typeof oidcSessionCount>;
export const oidcSessionCountList = listWithoutStartOf(oidcSessionCount);

/** Console pages that the service redirects browsers to: the sign-in page, and the end of a sign-in test. */
export const signInPage = '/sign-in';
export const signInTestFinishedPage = '/sign-in-test-finished';

function isLocalPath(text: string): boolean {
  return (
    /^\/(?![/\\])[^\\\p{Cc}\p{Cs}]*$/u.test(text) &&
    // Browsers resolve `/.//host` to `//host`.
    !new URL(text, 'http://localhost').pathname.startsWith('//')
  );
}

/** Where to go after sign-in: a path on this origin, never another site. */
export const returnToQuery = z.strictObject({
  return_to: z._default(z.string().check(z.refine(isLocalPath, 'must be a local path')), '/'),
});

/** Why a provider sign-in failed: the code that the sign-in page gets as `oidc_error`. */
export const oidcLoginErrors = [
  'unknown_provider',
  'too_many_attempts',
  'provider_unreachable',
  'provider_blocked',
  'provider_response_invalid',
  'provider_unavailable',
  'request_expired',
  'wrong_response_mode',
  'form_response',
  'denied_by_provider',
  'refused_by_provider',
  'wrong_issuer',
  'several_issuers',
  'token_request_failed',
  'client_refused',
  'secret_for_other_origin',
  'signature_invalid',
  'encrypted_id_token',
  'wrong_audience',
  'token_expired',
  'wrong_nonce',
  'id_token_invalid',
  'userinfo_failed',
  'userinfo_invalid',
  'userinfo_wrong_subject',
  'no_username',
  'unknown_user',
  'service_failed',
] as const;
export type OidcLoginError = (typeof oidcLoginErrors)[number];
