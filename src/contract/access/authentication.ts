import * as z from 'zod/mini';
import { dataBody, exactText, printable, requiredText } from '../fields.ts';
import { group } from '../groups/groups.ts';
import { limits } from '../limits.ts';
import { isPossible, lengthProblems } from './passwords.ts';
import { role } from './roles.ts';

/** The session cookie's name, without the prefix that `cookieName` adds. */
export const sessionCookie = 'session';

/** A preference (RFC 7240) of requests that the console repeats automatically: they don't keep a session alive. */
export const noSessionRenewal = 'no-session-renewal';

/** The header of a rejected password sign-in that says under which reference the log explains it (extension). */
export const referenceHeader = 'X-Sign-In-Reference';

const hostPrefix = '__Host-';

/**
 * A cookie's name in the browser. Over TLS its prefix keeps other hosts of the domain, and pages without TLS, from
 * setting one (RFC 6265bis section 4.1.3.2).
 */
export function cookieName(name: string, overTls: boolean): string {
  return overTls ? `${hostPrefix}${name}` : name;
}

/** The name without `cookieName`'s prefix; undefined for a cookie that isn't one of ours. */
export function plainCookieName(name: string, overTls: boolean): string | undefined {
  if (!overTls) return name;
  return name.startsWith(hostPrefix) ? name.slice(hostPrefix.length) : undefined;
}

export const logoutMethods = ['local', 'none'] as const;

/** How a session can be ended, and where the browser goes then; empty if it stays. */
const logout = z.object({ method: z.enum(logoutMethods), post_logout_redirect_uri: z.string() });
export type Logout = z.infer<typeof logout>;

/** Authentication result (docs/api.md, "Authentication result"), with the extension `logout`. */
export const authenticationResult = z.object({
  login: z.string(),
  roles: z.array(role),
  group,
  user: z.string(),
  logout: z.optional(logout),
});
export type AuthenticationResult = z.infer<typeof authenticationResult>;

/** A password that's checked. */
export const givenPassword = requiredText
  .check(z.minLength(1, 'must not be empty'), z.refine(isPossible, lengthProblems.long))
  .register(z.globalRegistry, { maxLength: limits.passwordMax });

/** Deliberately lenient: a wrong value is a failed sign-in, not a hint about what passwords look like. */
export const signInBody = dataBody({
  login: exactText(limits.login, printable()),
  password: givenPassword,
});
export type SignIn = z.infer<typeof signInBody>['data'];
