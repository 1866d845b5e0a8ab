import { filledFields, isAsPublished, type FilledField } from '../../../contract/oidc/metadata.ts';
import type { WatchCause } from '../../../contract/oidc/sign-in-causes.ts';
import type { ListedWatch, Watch, WatchUpdate } from '../../../contract/oidc/watch.ts';
import type { Acting } from '../access/caller.ts';
import { newToken } from '../access/tokens.ts';
import type { UnitOfWork, WithoutSlot } from '../ports.ts';
import { notFound, Problem } from '../problem.ts';
import type { SecretBox } from '../secret-box.ts';
import { oidcOpPath, testedBy } from './oidc-op-record.ts';
import { getOidcOp, requireOidc } from './oidc-ops.ts';
import type { OidcOpRow, WatchRow } from './oidc-ports.ts';
import type { Provider, RelyingParty } from './relying-party.ts';
import { providerOf } from './stored-secret.ts';
import { clientOf, recordWatch, settings, settle } from './watch-evidence.ts';
import { codeRejected, isClientFailure, type Look } from './watch-state.ts';

/** What looking at providers needs. */
export interface WatchTools {
  work: UnitOfWork;
  relyingParty: RelyingParty;
  secrets: SecretBox;
  now(): Date;
  redirectUri(): string;
  /** In milliseconds; a real one by default. */
  hour?: number | undefined;
}

const realHour = 3_600_000;
const askedMilliseconds = 60_000;
const probeHours = 6;
/** When a provider is looked at again: six hours later, an hour more or less, so that looks spread over time. */
const nextLook = ({ now, hour = realHour }: WatchTools) =>
  new Date(now().getTime() + (5 + 2 * Math.random()) * hour);

/** A provider's watch. @throws Problem 404 */
export async function getWatch(acting: Acting, id: number): Promise<Watch> {
  await getOidcOp(acting, id);
  return watchRecord(await acting.stores.watches.find(id), id);
}

export async function listWatches(acting: Acting): Promise<ListedWatch[]> {
  await requireOidc(acting, 'ro');
  const rows = await acting.stores.watches.list();
  return rows.map((row) => ({ oidc_op_resource: oidcOpPath(row.oidc_op_id), ...watchRecord(row) }));
}

/** Changes what a watch does; in a transaction. @throws Problem 404 */
export async function updateWatch(acting: Acting, id: number, update: WatchUpdate): Promise<Watch> {
  const { stores, caller } = acting;
  await requireOidc(acting, 'rw');
  const op = await getOidcOp(acting, id);
  const before = await stores.watches.lock(id);
  if (!before) throw notFound(`OIDC configuration ${id}`);
  const { client_secret_ends_on = before.client_secret_ends_on, probe_secret = before.probe_secret } = update;
  // What a provider says to a wrong secret is found out soon.
  const isSwitchedOn = probe_secret && !before.probe_secret;
  const after = { ...before, client_secret_ends_on, probe_secret, ...(isSwitchedOn && { due_at: null }) };
  await stores.watches.save(after);
  await recordWatch(stores, caller, op, settings(before), settings(after));
  return watchRecord(after);
}

/** Looks at a provider by hand. @throws Problem 404, 429 */
export async function lookNow(
  tools: WatchTools,
  acting: Acting,
  id: number,
  withoutSlot: WithoutSlot,
): Promise<Watch> {
  await requireOidc(acting, 'rw');
  await getOidcOp(acting, id);
  const now = tools.now();
  if (!(await acting.stores.watches.ask(id, now, new Date(now.getTime() - askedMilliseconds))))
    throw new Problem(429, ['the provider was looked at less than a minute ago'], { 'Retry-After': '60' });
  await withoutSlot(() => lookAt(tools, id));
  return getWatch(acting, id);
}

/** Looks at a provider, and probes its secret if that's switched on and allowed now. */
export async function lookAt(tools: WatchTools, id: number): Promise<void> {
  const { work, relyingParty, now } = tools;
  const op = await work.stores.oidcOps.find(id);
  if (!op) return;
  const [found, provider] = await Promise.all([relyingParty.look(op), readable(op, tools.secrets)]);
  if (provider === undefined) found.causes.push('service_failed');
  else if (new URL(op.token_endpoint).origin !== provider.secret_origin)
    found.causes.push('secret_for_other_origin');
  else await probe(tools, op, provider);
  await work.transaction(async (stores) => {
    await settle(stores, op, now(), (before) => ({
      look: {
        ...found,
        causes: [...found.causes, ...differences(op, found, before)],
        // To compare with what's published once it's back.
        published: found.published ?? before.look?.published ?? null,
      },
      checked_at: now(),
      due_at: nextLook(tools),
      seen_update: op.updated_at,
      taken_until: null,
    }));
  });
}

async function readable(op: OidcOpRow, secrets: SecretBox): Promise<Provider | undefined> {
  try {
    return providerOf(op, secrets);
  } catch {
    // It was sealed with another key.
    return undefined;
  }
}

/** The causes of what's published differently. An endpoint may differ on its own origin. */
const differing: Readonly<Record<FilledField, WatchCause>> = {
  issuer: 'issuer_changed',
  authorization_endpoint: 'refused_by_provider',
  token_endpoint: 'token_request_failed',
  userinfo_endpoint: 'userinfo_failed',
  jwks_uri: 'signature_invalid',
};

function differences(op: OidcOpRow, { published }: Look, before: WatchRow): WatchCause[] {
  const originOf = (url: string) => new URL(url).origin;
  return filledFields.flatMap((field) => {
    const offered = published?.[field];
    const configured = op[field];
    const cause = differing[field];
    if (!offered || configured === '' || isAsPublished(field, configured, offered)) return [];
    // The issuer of a template contains a placeholder for the tenant.
    if (field === 'issuer' ? /[{}]/.test(offered) : originOf(offered) === originOf(configured)) return [];
    const { look, checked_at, worked_at, failure } = before;
    const isOld = look?.published?.[field] === offered && checked_at !== null && failure === null;
    const isHarmless =
      isOld && (!look.causes.includes(cause) || (worked_at !== null && worked_at > checked_at));
    return isHarmless ? [] : [cause];
  });
}

/** Probes the secret, unless the provider might lock the client, and remembers what that shows. */
async function probe(tools: WatchTools, op: OidcOpRow, provider: Provider): Promise<void> {
  const { work, relyingParty, now, redirectUri, hour = realHour } = tools;
  const probed_for = clientOf(op);
  const keep = (more: Partial<WatchRow>) =>
    work.transaction(async ({ watches }) => {
      const row = await watches.lock(op.id);
      if (row?.probed_for === probed_for) await watches.save({ ...row, ...more });
    });
  const before = await work.transaction(async ({ watches }) => {
    const row = await watches.lock(op.id);
    const earlier = new Date(now().getTime() - probeHours * hour);
    if (!row || !mayProbe(row, probed_for, testedBy(op), earlier)) return undefined;
    // Before it's sent, so that no other instance and no restart sends it again.
    const known = row.probed_for === probed_for ? {} : { refusal: null, proved_at: null };
    await watches.save({ ...row, ...known, probed_for, probed_at: now(), judge_endpoint: op.token_endpoint });
    return row;
  });
  if (!before) return;
  let judges = before.judge_endpoint === op.token_endpoint && before.judges_secrets;
  if (before.judge_endpoint !== op.token_endpoint) {
    const failed = await relyingParty.probe({ ...provider, client_secret: newToken() }, redirectUri());
    judges = failed !== undefined && isClientFailure(failed.error);
    await keep({ judges_secrets: judges });
  }
  const failed = await relyingParty.probe(provider, redirectUri());
  if (!failed) return;
  // With 401, it may be about the client as well.
  const isAccepted = failed.message.startsWith(codeRejected) && !failed.actual?.startsWith('401');
  if (isClientFailure(failed.error)) await keep({ refusal: failed.error, proved_at: null });
  else if (isAccepted && judges) await keep({ proved_at: now() });
}

/** @param earlier when the last probe must have been */
function mayProbe(row: WatchRow, client: string, configuration: string, earlier: Date): boolean {
  const { probe_secret, failure, probed_at, probed_for, refusal } = row;
  const isRejected = row.configuration === configuration && failure !== null && isClientFailure(failure);
  if (!probe_secret || isRejected) return false;
  if (probed_for !== client || probed_at === null) return true;
  return refusal === null && probed_at <= earlier;
}

function watchRecord(row: WatchRow | undefined, id = row?.oidc_op_id): Watch {
  if (!row) throw notFound(`OIDC configuration ${id}`);
  const { state, causes, look, client_secret_ends_on, probe_secret } = row;
  return {
    state,
    since: row.since.toISOString(),
    checked_at: row.checked_at?.toISOString() ?? null,
    causes,
    certificate_ends: look?.certificate_ends ?? null,
    keys: look?.keys ?? [],
    client_secret_ends_on,
    probe_secret,
  };
}
