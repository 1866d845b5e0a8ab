import * as z from 'zod';
import { dataBody } from './fields.ts';
import { group } from './groups.ts';
import { limits } from './limits.ts';
import { role } from './roles.ts';

/** Name of the session cookie. */
export const sessionCookie = 'session';

export const logoutMethods = ['local', 'none'] as const;

/** Authentication result (document), with `logout` as its one extension. */
export const authenticationResult = z.object({
  login: z.string(),
  roles: z.array(role),
  group,
  user: z.string(),
  logout: z
    .object({ method: z.enum(logoutMethods), post_logout_redirect_uri: z.string() })
    .optional()
    .meta({ extension: true }),
});
export type AuthenticationResult = z.infer<typeof authenticationResult>;

/** No rule on content: what is wrong is told as a failed sign-in, not as a hint on what passwords look like. */
function credential(max: number) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters`);
}

export const signInBody = dataBody({
  login: credential(limits.login),
  password: credential(limits.passwordMax),
});
export type SignIn = z.infer<typeof signInBody>['data'];
