import * as z from 'zod/mini';
import { dataBody, required } from '../fields.ts';
import { listWithoutStartOf } from '../paging.ts';

/** What the sign-in page needs for one provider's button (extension). */
export const oidcLogin = z.object({
  name: z.string(),
  oidc_op_resource: z.string(),
  login_resource: z.string(),
});
export const oidcLoginList = listWithoutStartOf(oidcLogin);

/** A configuration's button on the sign-in page (extension). */
export const oidcButton = z.object({ enabled: z.boolean() });
export type OidcButton = z.infer<typeof oidcButton>;
export const oidcButtonBody = dataBody({
  /** Whether users can sign in through it. */
  enabled: z.boolean(required('must be true or false')),
});

/** How a configuration is used (extension): sessions that haven't ended, and users it knows. */
export const oidcSessionCount = z.object({
  oidc_op_resource: z.string(),
  sessions: z.int(),
  identities: z.int(),
});
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
