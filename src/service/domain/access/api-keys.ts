import type { Page, PageQuery } from '../../../contract/paging.ts';
import { recordApiKey } from '../activity/record-changes.ts';
import { requireOnGroup, type Caller } from './caller.ts';
import { requireGrants } from './grants.ts';
import type { ApiKeyRow, Stores } from '../ports.ts';
import { notFound } from '../problem.ts';
import { newToken, tokenHash } from './tokens.ts';

/** A page of a user's keys. @throws Problem 404, 403 */
export async function listApiKeys(
  stores: Stores,
  caller: Caller,
  userId: number,
  page: PageQuery,
): Promise<Page<ApiKeyRow>> {
  await requireKeysOf(stores, caller, userId, 'ro');
  return stores.apiKeys.list(userId, page.start, page.limit);
}

/** Creates a key; in a transaction. The returned `key` is stored nowhere. @throws Problem 404, 403 */
export async function createApiKey(
  stores: Stores,
  caller: Caller,
  userId: number,
  name: string,
): Promise<{ key: string; row: ApiKeyRow }> {
  const groupId = await requireKeysOf(stores, caller, userId, 'rw');
  const key = newToken();
  const row = await stores.apiKeys.insert(userId, name, tokenHash(key));
  await recordApiKey(stores, caller, { after: row }, groupId);
  return { key, row };
}

/** Revokes a key; in a transaction. @throws Problem 404, 403 */
export async function deleteApiKey(
  stores: Stores,
  caller: Caller,
  userId: number,
  keyId: number,
): Promise<void> {
  const groupId = await requireKeysOf(stores, caller, userId, 'rw');
  const row = await stores.apiKeys.delete(userId, keyId);
  if (!row) throw notFound(`API key ${keyId}`);
  await recordApiKey(stores, caller, { before: row }, groupId);
}

/**
 * Users manage their own keys; those of others required `group_admin` on the user's group. A key acts as its user:
 * creating or revoking one for another user also requires every privilege which that user holds.
 * @returns the user's group
 */
async function requireKeysOf(
  stores: Stores,
  caller: Caller,
  userId: number,
  privilege: 'ro' | 'rw',
): Promise<number> {
  if (userId === caller.userId) return caller.groupId;
  const user = await stores.users.find(userId);
  if (!user) throw notFound(`User ${userId}`);
  const required = { feature: 'group_admin', privilege };
  await requireOnGroup(stores.groups, caller, required, user.group_id, `User ${userId}`);
  if (privilege === 'rw') await requireGrants(stores, caller, await stores.roles.ofUser(userId));
  return user.group_id;
}
