import * as z from 'zod/mini';
import { entryParam, idParam } from '../fields.ts';
import type { RequiredPrivilege } from '../access/privileges.ts';

/** Path parameters of one record. */
export const byId = z.object({ id: idParam });
/** Path parameters of an entry in a log. */
export const byEntry = z.object({ id: entryParam });
/** Path parameters of a user's API key. */
export const byKeyId = z.object({ id: idParam, key_id: idParam });
/** Path parameters of a user's identity at a provider. */
export const byIdentityId = z.object({ id: idParam, identity_id: idParam });
/** Path parameters of a user's session. */
export const bySid = z.object({ id: idParam, sid: z.string().check(z.regex(/^[\w-]{1,64}$/)) });
/** The empty JSON object that some writes return. */
export const empty = z.object({});

/** The privilege that an endpoint needs, on any group: the domain checks the group. */
export function requires(
  feature: RequiredPrivilege['feature'],
  privilege: RequiredPrivilege['privilege'],
): RequiredPrivilege {
  return { feature, privilege };
}
