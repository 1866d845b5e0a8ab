import type { Page, PageQuery } from '../../../contract/paging.ts';
import { signInView } from '../activity/activity.ts';
import { recordApiKey } from '../activity/record-changes.ts';
import { requireOnUser, type Acting } from './caller.ts';
import { requireGrants } from './grants.ts';
import type { ApiKeyRow } from './access-ports.ts';
import { limits } from '../../../contract/limits.ts';
import { apiKeyIdOf, apiKeyPath, type ApiKeyCreate } from '../../../contract/access/users.ts';
import { orNotFound, Problem } from '../problem.ts';
import { newToken, tokenHash } from './tokens.ts';

/** A page of a user's keys. @throws Problem 404, 403 */
export async function listApiKeys(acting: Acting, userId: number, page: PageQuery): Promise<Page<ApiKeyRow>> {
  await requireOnUser(acting, userId, 'ro');
  return acting.stores.apiKeys.list(userId, page.start, page.limit);
}

/** A page of the keys that the caller can see which were used lately and end soon. */
export function listEndingApiKeys({ stores, caller }: Acting, now: Date, page: PageQuery) {
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
  const within = { usedSince: inDays(-limits.apiKeyUsedDays), from: now, to: inDays(limits.endsSoonDays) };
  return stores.apiKeys.ending(signInView(caller), within, page.start, page.limit);
}

/**
 * Creates a key, and ends the one that it replaces; in a transaction. The returned `key` is stored nowhere.
 * @throws Problem 404, 403, 400 for an end in the past or too far ahead
 */
export async function createApiKey(
  acting: Acting,
  userId: number,
  { name, expires_at = null, read_only = false, replaces, replaced_expires_at: replacedEnd }: ApiKeyCreate,
  now: Date,
): Promise<{ key: string; row: ApiKeyRow }> {
  const groupId = await requireChange(acting, userId);
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + limits.apiKeyYears);
  if (expires_at && (expires_at <= now || expires_at > latest))
    throw new Problem(400, [
      `expires_at: must be in the future, and at most ${limits.apiKeyYears} years ahead`,
    ]);
  const own = acting.caller.expiresAt;
  if (own && (!expires_at || expires_at > own))
    throw new Problem(403, [
      `expires_at: a key that ends on ${own.toISOString()} can't create one that ends later`,
    ]);
  const key = newToken();
  const row = await acting.stores.apiKeys.insert(
    { user_id: userId, name, expires_at, read_only },
    tokenHash(key),
  );
  await recordApiKey(acting, { after: row }, groupId);
  if (replaces !== undefined) {
    const before = await acting.stores.apiKeys.lock(userId, apiKeyIdOf(replaces) ?? -1);
    if (!before || apiKeyPath(userId, before.id) !== replaces)
      throw new Problem(400, ['replaces: must be the path of one of the keys of this user']);
    const end = replacedEnd && replacedEnd > now ? replacedEnd : now;
    // Never later than it would have ended.
    if (!before.expires_at || end < before.expires_at) {
      await acting.stores.apiKeys.end(before.id, end);
      await recordApiKey(acting, { before, after: { ...before, expires_at: end } }, groupId);
    }
  }
  return { key, row };
}

/** Revokes a key; in a transaction. @throws Problem 404, 403 */
export async function deleteApiKey(acting: Acting, userId: number, keyId: number): Promise<void> {
  const groupId = await requireChange(acting, userId);
  const row = orNotFound(await acting.stores.apiKeys.delete(userId, keyId), `API key ${keyId}`);
  await recordApiKey(acting, { before: row }, groupId);
}

/**
 * A key acts as its user: creating or revoking one for another user also requires every privilege which that user holds.
 * @returns the user's group
 */
async function requireChange(acting: Acting, userId: number): Promise<number> {
  const { stores, caller } = acting;
  const groupId = await requireOnUser(acting, userId, 'rw');
  if (userId !== caller.userId) await requireGrants(acting, await stores.roles.ofUser(userId));
  return groupId;
}
