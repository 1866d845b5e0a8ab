import * as z from 'zod/mini';
import { listOf } from '../paging.ts';
import { userPath } from './users.ts';

/** As whom a provider knows a user (extension): from the first sign-in on, only the same person can sign in. */
export const identity = z.object({
  identity_resource: z.string(),
  oidc_op_resource: z.string(),
  oidc_op_name: z.string(),
  issuer: z.string(),
  first_used_at: z.string(),
  last_used_at: z.string(),
});
export type Identity = z.infer<typeof identity>;
export const identityList = listOf(z.partial(identity));

export function identityPath(userId: number, id: number): string {
  return `${userPath(userId)}/identities/${id}`;
}
