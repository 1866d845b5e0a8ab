import { defaultGroupId } from '../../contract/groups.ts';
import type { OidcOpCreate, OidcOpUpdate } from '../../contract/oidc-ops.ts';
import type { Page, PageQuery } from '../../contract/paging.ts';
import { requireOnGroup, type Caller } from './caller.ts';
import { fillFromMetadata, type FilledValues } from './oidc-metadata.ts';
import { oidcOpPath } from './oidc-op-record.ts';
import type { MetadataSource, OidcOpRow } from './oidc-ports.ts';
import type { Stores } from './ports.ts';
import { notFound } from './problem.ts';
import type { SecretBox } from './secret-box.ts';

/** What changing a configuration takes beside the store. */
export interface OidcOpTools {
  secrets: SecretBox;
  metadata: MetadataSource;
  now(): Date;
}

/** @throws Problem 403 without the privilege on OIDC configurations, which is one of the Default group */
export async function requireOidc(stores: Stores, caller: Caller, privilege: 'ro' | 'rw'): Promise<void> {
  await requireOnGroup(stores.groups, caller, { feature: 'palisade', privilege }, defaultGroupId);
}

export async function listOidcOps(
  stores: Stores,
  caller: Caller,
  query: PageQuery,
): Promise<Page<OidcOpRow>> {
  await requireOidc(stores, caller, 'ro');
  return stores.oidcOps.list(query.start, query.limit);
}

/** @throws Problem 404 where there is none */
export async function getOidcOp(stores: Stores, caller: Caller, id: number): Promise<OidcOpRow> {
  await requireOidc(stores, caller, 'ro');
  return find(stores, id);
}

/** @throws Problem 400 with every problem of what the metadata fills */
export async function createOidcOp(
  stores: Stores,
  tools: OidcOpTools,
  caller: Caller,
  values: OidcOpCreate,
): Promise<OidcOpRow> {
  await requireOidc(stores, caller, 'rw');
  const filled = await filledForCreate(tools.metadata, values);
  const id = await stores.oidcOps.reserveId();
  const now = tools.now();
  const row: OidcOpRow = {
    ...values,
    ...filled,
    id,
    client_secret: tools.secrets.seal(values.client_secret, oidcOpPath(id)),
    created_at: now,
    updated_at: now,
  };
  await stores.oidcOps.insert(row);
  return row;
}

/**
 * Changes what is sent and keeps the rest. A new `metadata_url` fills again what is not sent.
 * @throws Problem 400 as `createOidcOp`, 404 where there is none
 */
export async function updateOidcOp(
  stores: Stores,
  tools: OidcOpTools,
  caller: Caller,
  id: number,
  values: OidcOpUpdate,
): Promise<OidcOpRow> {
  await requireOidc(stores, caller, 'rw');
  const before = await find(stores, id);
  const { client_secret, ...sent } = values;
  const moved = values.metadata_url !== undefined && values.metadata_url !== before.metadata_url;
  const filled =
    moved && values.metadata_url ? await fillFromMetadata(tools.metadata, values.metadata_url, values) : {};
  const row = await stores.oidcOps.update(id, {
    ...sent,
    ...filled,
    ...(client_secret === undefined
      ? {}
      : { client_secret: tools.secrets.seal(client_secret, oidcOpPath(id)) }),
    updated_at: laterThan(before.updated_at, tools.now()),
  });
  if (!row) throw notFound(`OIDC configuration ${id}`);
  return row;
}

/** Deletes a configuration; the sessions that came through it end with it. */
export async function deleteOidcOp(stores: Stores, caller: Caller, id: number): Promise<OidcOpRow> {
  await requireOidc(stores, caller, 'rw');
  const row = await stores.oidcOps.delete(id);
  if (!row) throw notFound(`OIDC configuration ${id}`);
  return row;
}

async function find(stores: Stores, id: number): Promise<OidcOpRow> {
  const row = await stores.oidcOps.find(id);
  if (!row) throw notFound(`OIDC configuration ${id}`);
  return row;
}

/** The fields that metadata may fill. Without a `metadata_url` the contract has asked for those that must be there. */
export async function filledForCreate(
  metadata: MetadataSource,
  values: Omit<OidcOpCreate, 'client_secret'>,
): Promise<FilledValues> {
  if (values.metadata_url) return fillFromMetadata(metadata, values.metadata_url, values);
  return {
    issuer: values.issuer ?? '',
    authorization_endpoint: values.authorization_endpoint ?? '',
    token_endpoint: values.token_endpoint ?? '',
    userinfo_endpoint: values.userinfo_endpoint ?? '',
    jwks_uri: values.jwks_uri ?? '',
    announces_iss: false,
  };
}

/** `updated_at` changes with every update, even within one millisecond: the console tells conflicts by it. */
function laterThan(before: Date, now: Date): Date {
  return now > before ? now : new Date(before.getTime() + 1);
}
