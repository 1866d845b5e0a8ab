import type { Page, PageQuery } from '../../../contract/paging.ts';
import { recordApiKey } from '../activity/record-changes.ts';
import { requireOnGroup, type Acting } from './caller.ts';
import { requireGrants } from './grants.ts';
import type { ApiKeyRow } from '../ports.ts';
import { orNotFound } from '../problem.ts';
import { newToken, tokenHash } from './tokens.ts';

/** A page of a user's keys. @throws Problem 404, 403 */
export async function listApiKeys(acting: Acting, userId: number, page: PageQuery): Promise<Page<ApiKeyRow>> {
  await requireKeysOf(acting, userId, 'ro');
  return acting.stores.apiKeys.list(userId, page.start, page.limit);
}

/** Creates a key; in a transaction. The returned `key` is stored nowhere. @throws Problem 404, 403 */
export async function createApiKey(
  acting: Acting,
  userId: number,
  name: string,
): Promise<{ key: string; row: ApiKeyRow }> {
  const { stores, caller } = acting;
  const groupId = await requireKeysOf(acting, userId, 'rw');
  const key = newToken();
  const row = await stores.apiKeys.insert(userId, name, tokenHash(key));
  await recordApiKey(stores, caller, { after: row }, groupId);
  return { key, row };
}

/** Revokes a key; in a transaction. @throws Problem 404, 403 */
export async function deleteApiKey(acting: Acting, userId: number, keyId: number): Promise<void> {
  const { stores, caller } = acting;
  const groupId = await requireKeysOf(acting, userId, 'rw');
  const row = orNotFound(await stores.apiKeys.delete(userId, keyId), `API key ${keyId}`);
  await recordApiKey(stores, caller, { before: row }, groupId);
}

/**
 * Users manage their own keys; those of others required `group_admin` on the user's group. A key acts as its user:
 * creating or revoking one for another user also requires every privilege which that user holds.
 * @returns the user's group
 */
async function requireKeysOf(acting: Acting, userId: number, privilege: 'ro' | 'rw'): Promise<number> {
  const { stores, caller } = acting;
  if (userId === caller.userId) return caller.groupId;
  const user = orNotFound(await stores.users.find(userId), `User ${userId}`);
  const required = { feature: 'group_admin', privilege };
  await requireOnGroup(acting, required, user.group_id, `User ${userId}`);
  if (privilege === 'rw') await requireGrants(acting, await stores.roles.ofUser(userId));
  return user.group_id;
}
