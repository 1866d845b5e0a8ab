import * as z from 'zod/mini';
import { entryParam, idParam } from '../fields.ts';
import type { RequiredPrivilege } from '../access/privileges.ts';

export const byId = z.object({ id: idParam });
/** Path parameters of an entry in a log. */
export const byEntry = z.object({ id: entryParam });
export const byKeyId = z.object({ id: idParam, key_id: idParam });
export const byIdentityId = z.object({ id: idParam, identity_id: idParam });
export const bySid = z.object({ id: idParam, sid: z.string().check(z.regex(/^[\w-]{1,64}$/)) });
export const empty = z.object({});

/** The privilege that an endpoint needs, on any group: the domain checks the group. */
export function requires(
  feature: RequiredPrivilege['feature'],
  privilege: RequiredPrivilege['privilege'],
): RequiredPrivilege {
  return { feature, privilege };
}
