import type { Page, PageQuery } from '../../../contract/paging.ts';
import { identityPath, type Identity } from '../../../contract/access/identities.ts';
import { userPath } from '../../../contract/access/users.ts';
import { oidcOpPath } from '../oidc/oidc-op-record.ts';
import { orNotFound } from '../problem.ts';
import { requireOnUser, type Acting } from './caller.ts';
import { changeableUser } from './users.ts';

/** A page of the identities through which a user signs in. @throws Problem 404, 403 */
export async function listIdentities(
  acting: Acting,
  userId: number,
  { start, limit }: PageQuery,
): Promise<Page<Identity>> {
  await requireOnUser(acting, userId, 'ro');
  const page = await acting.stores.identities.list(userId, start, limit);
  const data = page.data.map((row) => ({
    identity_resource: identityPath(userId, row.id),
    oidc_op_resource: oidcOpPath(row.oidc_op_id),
    oidc_op_name: row.oidc_op_name,
    issuer: row.issuer,
    first_used_at: row.first_used_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
  }));
  return { ...page, data };
}

/** Forgets an identity: the next sign-in with the user's login decides who they are; in a transaction. @throws Problem 404, 403 */
export async function deleteIdentity(acting: Acting, userId: number, id: number): Promise<void> {
  const { stores, caller } = acting;
  await stores.roles.lockGrants();
  const { login: name, group_id: groupId } = await changeableUser(acting, userId);
  const provider = orNotFound(await stores.identities.delete(userId, id), `Identity ${id}`);
  const fields = [{ name: 'identities', before: [provider], after: [] }];
  await stores.changes.record(caller, {
    action: 'updated',
    resource: userPath(userId),
    name,
    fields,
    groupId,
  });
}
