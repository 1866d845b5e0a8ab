import { isDeepStrictEqual } from 'node:util';
import { filledFields, isAsPublished, type FilledField } from '../../../contract/oidc/metadata.ts';
import type { WatchCause } from '../../../contract/oidc/sign-in-causes.ts';
import type { ListedWatch, Watch, WatchUpdate } from '../../../contract/oidc/watch.ts';
import type { Acting } from '../access/caller.ts';
import { newToken } from '../access/tokens.ts';
import { isAhead } from '../clock.ts';
import type { UnitOfWork, WithoutSlot } from '../ports.ts';
import { orNotFound, Problem } from '../problem.ts';
import type { SecretBox } from '../secret-box.ts';
import { oidcOpPath, testedBy } from './oidc-op-record.ts';
import { getOidcOp, requireOidc } from './oidc-ops.ts';
import type { OidcOpRow, WatchRow } from './oidc-ports.ts';
import type { FailedStep, Provider, RelyingParty } from './relying-party.ts';
import { providerOf } from './stored-secret.ts';
import { clientOf, recordWatch, settle } from './watch-evidence.ts';
import { codeRejected, isClientFailure, judge, unproved, type Look, type Probe } from './watch-state.ts';

/** What looking at providers needs. */
export interface WatchTools {
  work: UnitOfWork;
  relyingParty: RelyingParty;
  secrets: SecretBox;
  now(): Date;
  redirectUri(): string;
  watchHourMilliseconds: number;
}

const askedMilliseconds = 60_000;
const probeHours = 6;
/** When a provider is looked at again: six hours later, an hour more or less, so that looks spread over time. */
const nextLook = ({ now, watchHourMilliseconds: hour }: WatchTools) =>
  new Date(now().getTime() + (5 + 2 * Math.random()) * hour);

/** A provider's watch. @throws Problem 404 */
export async function getWatch(acting: Acting, id: number, now: Date): Promise<Watch> {
  await getOidcOp(acting, id);
  return watchRecord(orNotFound(await acting.stores.watches.find(id), `OIDC configuration ${id}`), now);
}

export async function listWatches(acting: Acting, now: Date): Promise<ListedWatch[]> {
  await requireOidc(acting, 'ro');
  const rows = await acting.stores.watches.list();
  return rows.map((row) => ({
    oidc_op_resource: oidcOpPath(row.oidc_op_id),
    enabled: row.login_enabled,
    ...watchRecord(row, now),
  }));
}

/** Changes what a watch does; in a transaction. @throws Problem 404 */
export async function updateWatch(
  acting: Acting,
  id: number,
  update: WatchUpdate,
  now: Date,
): Promise<Watch> {
  const { watches } = acting.stores;
  await requireOidc(acting, 'rw');
  const op = await getOidcOp(acting, id);
  const before = orNotFound(await watches.lock(id), `OIDC configuration ${id}`);
  const { client_secret_ends_on = before.client_secret_ends_on, probe_secret = before.probe_secret } = update;
  // What a provider says to a wrong secret is found out soon.
  const isNew = probe_secret && before.probe?.client !== clientOf(op);
  const after = { ...before, client_secret_ends_on, probe_secret, ...(isNew && { due_at: null }) };
  await watches.save(after);
  const settings = ({ client_secret_ends_on: day, probe_secret: probes }: WatchRow) => ({
    client_secret_ends_on: day ?? '',
    probe_secret: probes,
  });
  await recordWatch(acting, op, settings(before), settings(after));
  return watchRecord(after, now);
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
  await tools.work.transaction(async ({ watches }) => {
    if ((await watches.take(now, tools.watchHourMilliseconds, id)) === undefined)
      throw new Problem(429, ['other looks are under way'], { 'Retry-After': '10' });
    const row = orNotFound(await watches.lock(id), `OIDC configuration ${id}`);
    const { asked_at: last } = row;
    if (last && now.getTime() - last.getTime() < askedMilliseconds && !isAhead(last, now))
      throw new Problem(429, ['the provider was looked at less than a minute ago'], { 'Retry-After': '60' });
    await watches.save({ ...row, asked_at: now });
  });
  const { look, probe: send } = tools.relyingParty;
  const relyingParty: RelyingParty = {
    ...tools.relyingParty,
    look: (...given) => withoutSlot(() => look(...given)),
    probe: (...given) => withoutSlot(() => send(...given)),
  };
  await lookAt({ ...tools, relyingParty }, id);
  return getWatch(acting, id, now);
}

/** Looks at a provider that was taken, and probes its secret if that's switched on and allowed now. */
export async function lookAt(tools: WatchTools, id: number, stopping?: AbortSignal): Promise<void> {
  const { watches } = tools.work.stores;
  try {
    await examine(tools, id, stopping);
  } catch (error) {
    await watches.release(id, stopping?.aborted ? undefined : nextLook(tools));
    throw error;
  }
  await watches.release(id);
}

async function examine(tools: WatchTools, id: number, stopping?: AbortSignal): Promise<void> {
  const { work, relyingParty, now } = tools;
  // What happens while it's looked at is newer.
  const checked_at = now();
  const op = await work.stores.oidcOps.find(id);
  if (!op) return;
  const found = await relyingParty.look(op, stopping);
  const provider = readable(op, tools.secrets);
  if (provider === undefined) found.causes.push('service_failed');
  else if (new URL(op.token_endpoint).origin !== provider.secret_origin)
    found.causes.push('secret_for_other_origin');
  else await probe(tools, op, provider, stopping);
  // A request that was aborted isn't the provider's failure.
  stopping?.throwIfAborted();
  await work.transaction(async (stores) => {
    const due_at = nextLook(tools);
    await settle(stores, op, now(), (before) => ({ look: lookOf(op, found, before), checked_at, due_at }));
  });
}

/** What was found, but for what sign-ins have worked despite since it began: no look knows better. */
function lookOf(op: OidcOpRow, found: Look, { look, checked_at, worked_at }: WatchRow): WatchRow['look'] {
  // To compare with what's published once it's back.
  const published = found.published ?? look?.published ?? null;
  const isUnchanged = look !== null && isDeepStrictEqual(published, look.published);
  const hasWorked = worked_at !== null && checked_at !== null && worked_at > checked_at;
  const harmless = isUnchanged ? [...look.accepted, ...(hasWorked ? look.causes : [])] : [];
  const isAccepted = (cause: WatchCause) => cause !== 'certificate_ends' && harmless.includes(cause);
  const causes = [...found.causes, ...differences(op, found)];
  const [accepted, wrong] = [causes.filter(isAccepted), causes.filter((cause) => !isAccepted(cause))];
  return { ...found, published, accepted, causes: wrong };
}

function readable(op: OidcOpRow, secrets: SecretBox): Provider | undefined {
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

function differences(op: OidcOpRow, { published }: Look): WatchCause[] {
  const originOf = (url: string) => new URL(url).origin;
  return filledFields.flatMap((field) => {
    const offered = published?.[field];
    const configured = op[field];
    if (!offered || configured === '' || isAsPublished(field, configured, offered)) return [];
    // The issuer of a template contains a placeholder for the tenant.
    const isHarmless = field === 'issuer' ? /[{}]/.test(offered) : originOf(offered) === originOf(configured);
    return isHarmless ? [] : [differing[field]];
  });
}

/** Probes the secret, unless the provider might lock the client, and remembers what that shows. */
async function probe(tools: WatchTools, op: OidcOpRow, provider: Provider, stopping?: AbortSignal) {
  const { work, relyingParty, now, redirectUri, watchHourMilliseconds: hour } = tools;
  // Before it's sent, so that no other instance and no restart sends it again.
  const started = await work.transaction(async ({ oidcOps, watches }) => {
    const row = await watches.lock(op.id);
    const current = await oidcOps.find(op.id);
    const isCurrent = current && testedBy(current) === testedBy(op);
    if (!row || !isCurrent || !mayProbe(row, op, now(), hour)) return undefined;
    const { probe: last } = row;
    const client = clientOf(op);
    const known = last?.client === client ? last : unproved;
    const told = last?.judge?.endpoint === op.token_endpoint ? last.judge : null;
    const sent: Probe = { ...known, client, at: now().toISOString(), judge: told };
    await watches.save({ ...row, probe: sent });
    return sent;
  });
  if (!started) return;
  const wrong = { ...provider, client_secret: newToken() };
  const tried = started.judge ? undefined : await relyingParty.probe(wrong, redirectUri(), stopping);
  const isTold = tried && isAnswer(tried);
  const rejects = isTold ? isClientFailure(tried.error) : started.judge?.rejects;
  const failed = await relyingParty.probe(provider, redirectUri(), stopping);
  const isRefused = failed && isClientFailure(failed.error);
  // With 401, it may be about the client as well.
  const isProved = failed?.message.startsWith(codeRejected) && !failed.actual?.startsWith('401') && rejects;
  const ended: Probe = {
    ...started,
    judge: rejects === undefined ? null : { endpoint: op.token_endpoint, rejects },
    ...(isRefused && { refusal: failed.error, proved_at: null }),
    ...(isProved && { proved_at: now().toISOString() }),
  };
  await work.transaction(async ({ watches }) => {
    const row = await watches.lock(op.id);
    if (row?.probe?.client === ended.client) await watches.save({ ...row, probe: ended });
  });
}

/** Whether a token endpoint has read a request, so that it would say the same again. Some send errors with 200. */
const isAnswer = ({ error, actual = '' }: FailedStep) =>
  error !== 'provider_unavailable' && /^(status 4|4|200 )/.test(actual);

function mayProbe(row: WatchRow, op: OidcOpRow, now: Date, hour: number): boolean {
  const { probe_secret, failure, probe: last } = row;
  const isRejected = row.configuration === testedBy(op) && failure !== null && isClientFailure(failure);
  if (!probe_secret || isRejected) return false;
  if (last?.client !== clientOf(op)) return true;
  const at = new Date(last.at);
  return last.refusal === null && (isAhead(at, now) || now.getTime() - at.getTime() >= probeHours * hour);
}

function watchRecord(row: WatchRow, now: Date): Watch {
  const { look, client_secret_ends_on, probe_secret } = row;
  return {
    ...judge(row, now),
    since: row.since.toISOString(),
    checked_at: row.checked_at?.toISOString() ?? null,
    certificate_ends: look?.certificate_ends ?? null,
    keys: look?.keys ?? [],
    client_secret_ends_on,
    probe_secret,
  };
}
