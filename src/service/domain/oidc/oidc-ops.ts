import { isDeepStrictEqual } from 'node:util';
import { defaultGroupId } from '../../../contract/groups/groups.ts';
import { filledFields } from '../../../contract/oidc/metadata.ts';
import { changesIdentity, type OidcOpCreate, type OidcOpUpdate } from '../../../contract/oidc/oidc-ops.ts';
import type { Page, PageQuery } from '../../../contract/paging.ts';
import { holdsOn, missingPrivilege, type Acting } from '../access/caller.ts';
import { requireEveryPrivilege } from '../access/grants.ts';
import type { Author } from '../activity/activity-ports.ts';
import { recordOidcOp } from '../activity/record-changes.ts';
import { testedBy } from './oidc-op-record.ts';
import { fillFromMetadata, type FilledValues } from './oidc-metadata.ts';
import type { MetadataSource, NewOidcOp, OidcOpChanges, OidcOpRow } from './oidc-ports.ts';
import type { Stores } from '../ports.ts';
import { detailOf, notFound, orNotFound, Problem } from '../problem.ts';
import type { SecretBox } from '../secret-box.ts';
import { bindSent, boundAsStored, openStoredSecret, sealSent } from './stored-secret.ts';
import { settle } from './watch-evidence.ts';

/** What writing a configuration needs besides the store. */
export interface OidcOpTools {
  secrets: SecretBox;
  metadata: MetadataSource;
  now(): Date;
}

/** @throws Problem 403 without the privilege on OIDC configurations, which belong to the Default group */
export async function requireOidc({ stores, caller }: Acting, privilege: 'ro' | 'rw'): Promise<void> {
  const required = { feature: 'palisade', privilege };
  const path = await stores.groups.ancestors(defaultGroupId);
  // Not `requireOnGroup`: its 404 would be about a group that isn't part of the request.
  if (!holdsOn(caller, required, path)) throw new Problem(403, [missingPrivilege(required, defaultGroupId)]);
}

/**
 * Checks that the caller may decide who signs in, if a write does that.
 * @param before undefined for a new configuration
 * @throws Problem 403
 */
export async function requireIdentity(
  acting: Acting,
  before: OidcOpRow | undefined,
  changes: Parameters<typeof changesIdentity>[1],
): Promise<void> {
  if (!before || changesIdentity(before, changes)) await requireEveryPrivilege(acting);
}

export async function listOidcOps(acting: Acting, query: PageQuery): Promise<Page<OidcOpRow>> {
  await requireOidc(acting, 'ro');
  return acting.stores.oidcOps.list(query.start, query.limit);
}

/** @throws Problem 404 */
export async function getOidcOp(acting: Acting, id: number): Promise<OidcOpRow> {
  await requireOidc(acting, 'ro');
  return find(acting.stores, id);
}

/** Values whose secret is sealed for their configuration. */
export interface Sealed<Values> {
  sealed: Values;
}

/** Reserves an id for a new configuration and seals its secret for it. @throws Problem 403 */
export async function sealCreation(
  acting: Acting,
  { secrets }: Pick<OidcOpTools, 'secrets'>,
  values: OidcOpCreate,
): Promise<{ id: number; values: Sealed<OidcOpCreate> }> {
  await requireOidc(acting, 'rw');
  await requireIdentity(acting, undefined, values);
  const id = await acting.stores.oidcOps.reserveId();
  return { id, values: sealFor(id, secrets, values) };
}

/** Seals the secret, if any, for the configuration. */
export function sealFor<Values extends { client_secret?: string | undefined }>(
  id: number,
  secrets: SecretBox,
  values: Values,
): Sealed<Values> {
  const { client_secret: secret } = values;
  const sealed = secret === undefined ? {} : { client_secret: sealSent(secrets, id, secret) };
  return { sealed: { ...values, ...sealed } };
}

/**
 * The row to insert for a new configuration. Fetches metadata, so don't call it in a transaction.
 * @throws Problem 400 with every problem of the fields that metadata fills
 */
export async function prepareCreation(
  acting: Acting,
  { secrets, metadata, now }: OidcOpTools,
  id: number,
  { sealed: values }: Sealed<OidcOpCreate>,
): Promise<NewOidcOp> {
  await requireOidc(acting, 'rw');
  await requireIdentity(acting, undefined, values);
  const filled = await filledForCreate(metadata, values);
  const at = now();
  const client_secret = bindSent(secrets, id, values.client_secret, filled.token_endpoint);
  return { ...values, ...filled, id, client_secret, created_at: at, updated_at: at };
}

/**
 * The changes for an update: the sent fields; a new `metadata_url` fills the others again. Fetches metadata,
 * so don't call it in a transaction.
 * @throws Problem 400 as `prepareCreation`, 404
 */
export async function prepareUpdate(
  acting: Acting,
  { secrets, metadata, now }: OidcOpTools,
  id: number,
  { sealed: values }: Sealed<OidcOpUpdate>,
): Promise<OidcOpChanges> {
  const { stores } = acting;
  await requireOidc(acting, 'rw');
  const before = await find(stores, id);
  await requireIdentity(acting, before, values);
  const moved = values.metadata_url !== undefined && values.metadata_url !== before.metadata_url;
  const filled =
    moved && values.metadata_url ? await fillFromMetadata(metadata, values.metadata_url, values, before) : {};
  const { token_endpoint: endpoint = before.token_endpoint } = { ...values, ...filled };
  const secret = await secretFor(stores, secrets, before, values.client_secret, endpoint);
  return { ...values, ...filled, ...secret, updated_at: now() };
}

/**
 * The secret after an update: a new one is bound to the updated token endpoint; otherwise the
 * stored one stays bound to the origin it was entered for.
 */
async function secretFor(
  stores: Stores,
  secrets: SecretBox,
  before: OidcOpRow,
  sent: string | undefined,
  endpoint: string,
): Promise<{ client_secret: string | undefined }> {
  const sealed = sent === undefined ? undefined : bindSent(secrets, before.id, sent, endpoint);
  if (sealed !== undefined && !isSameSecret(secrets, before, sealed)) return { client_secret: sealed };
  const kept = { client_secret: undefined };
  if (endpoint === before.token_endpoint) return kept;
  const bound = boundBefore(secrets, before);
  if (bound !== undefined) await stores.oidcOps.replaceSecret(before.id, before.client_secret, bound);
  return kept;
}

/** Whether the same secret was sent again, as a configuration file does: sealed again, it would look like another one. */
function isSameSecret(secrets: SecretBox, before: OidcOpRow, sealed: string): boolean {
  try {
    const stored = openStoredSecret(secrets, before);
    return isDeepStrictEqual(stored, openStoredSecret(secrets, { ...before, client_secret: sealed }));
  } catch {
    return false;
  }
}

/** @throws Problem 400 if the stored secret can't be decrypted, so its origin is unknown */
function boundBefore(secrets: SecretBox, before: OidcOpRow): string | undefined {
  try {
    return boundAsStored(secrets, before);
  } catch {
    throw new Problem(400, ["client_secret: is required, because the stored one can't be decrypted"]);
  }
}

/**
 * Problems with the metadata at a write's `metadata_url`, if only some of the properties are
 * valid.
 * @param id of the configuration to update; undefined when creating
 */
export async function problemsOfMetadata(
  acting: Acting,
  metadata: MetadataSource,
  id: number | undefined,
  values: OidcOpUpdate,
): Promise<readonly string[]> {
  if ((await detailOf(() => requireOidc(acting, 'rw'))).length > 0) return [];
  const { metadata_url: url } = values;
  const before = id === undefined ? undefined : await acting.stores.oidcOps.find(id);
  if (!url || url === before?.metadata_url || (id !== undefined && !before)) return [];
  return detailOf(() => fillFromMetadata(metadata, url, values, before));
}

/** Stores a prepared configuration; in a transaction. */
export async function storeCreation(stores: Stores, author: Author, created: NewOidcOp): Promise<OidcOpRow> {
  const row = { ...created, login_enabled: true };
  await stores.oidcOps.insert(row);
  await recordOidcOp({ stores, caller: author }, { after: row }, ['client_secret']);
  return row;
}

/** Stores prepared changes; in a transaction. @throws Problem 404 if the configuration no longer exists */
export async function storeUpdate(
  stores: Stores,
  author: Author,
  id: number,
  changes: OidcOpChanges,
): Promise<OidcOpRow> {
  const before = await stores.oidcOps.lock(id);
  const row = before && (await stores.oidcOps.update(id, changes));
  if (!row) throw notFound(`OIDC configuration ${id}`);
  // Another issuer gives people other names, and may do so for another client (OpenID Connect Core 1.0, section 8.1).
  if (row.issuer !== before.issuer || row.client_id !== before.client_id)
    await stores.identities.deleteOfOidcOp(id);
  const secrets = changes.client_secret === undefined ? [] : ['client_secret'];
  await recordOidcOp({ stores, caller: author }, { before, after: row }, secrets);
  if (testedBy(before) !== testedBy(row)) await settle(stores, row, row.updated_at, () => ({ due_at: null }));
  return row;
}

/** Deletes a configuration and ends the sessions opened through it; in a transaction. */
export async function deleteOidcOp(acting: Acting, id: number): Promise<OidcOpRow> {
  await requireOidc(acting, 'rw');
  const row = orNotFound(await acting.stores.oidcOps.delete(id), `OIDC configuration ${id}`);
  await recordOidcOp(acting, { before: row });
  return row;
}

/** Suspends or resumes a configuration's button; in a transaction. @throws Problem 403, 404 */
export async function enableLogin(acting: Acting, id: number, enabled: boolean): Promise<void> {
  await requireOidc(acting, 'rw');
  const before = orNotFound(await acting.stores.oidcOps.lock(id), `OIDC configuration ${id}`);
  if (before.login_enabled === enabled) return;
  await acting.stores.oidcOps.enableLogin(id, enabled);
  await recordOidcOp(acting, { before, after: { ...before, login_enabled: enabled } });
}

async function find(stores: Stores, id: number): Promise<OidcOpRow> {
  return orNotFound(await stores.oidcOps.find(id), `OIDC configuration ${id}`);
}

/**
 * The values of fields that metadata may fill. Without a `metadata_url`, the contract has required the mandatory ones.
 * @param saved the configuration that a draft changes: metadata is fetched only from a new URL, so that an edit that keeps
 *   the URL can be tested while the metadata is unavailable
 */
export async function filledForCreate(
  metadata: MetadataSource,
  values: Omit<OidcOpCreate, 'client_secret'>,
  saved?: OidcOpRow,
): Promise<FilledValues> {
  const { metadata_url: url } = values;
  if (url && url !== saved?.metadata_url) return fillFromMetadata(metadata, url, values, saved);
  const kept = url === saved?.metadata_url ? saved : undefined;
  const filled = filledFields.map((field) => [field, values[field] ?? kept?.[field] ?? '']);
  return { ...(Object.fromEntries(filled) as FilledValues), announces_iss: kept?.announces_iss ?? false };
}
