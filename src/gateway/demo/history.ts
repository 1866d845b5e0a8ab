import { demoHistory, historyRequestId, type PastEvent } from '../../demo/data/history.ts';
import { defaultGroupId, groupPath } from '../../contract/groups/groups.ts';
import { jobStatusPath } from '../../contract/jobs.ts';
import type { Author, NewSignInEvent } from '../../service/domain/activity/activity-ports.ts';
import { recordGroup, recordRole, recordUser } from '../../service/domain/activity/record-changes.ts';
import { recordRejection, type Rejection } from '../../service/domain/activity/sign-in-log.ts';
import { importGroupsKind } from '../../service/domain/groups/group-import.ts';
import { storeUpdate } from '../../service/domain/oidc/oidc-ops.ts';
import type { OidcOpRow } from '../../service/domain/oidc/oidc-ports.ts';
import { finishSignIn } from '../../service/domain/oidc/oidc-sign-in.ts';
import type { RelyingParty } from '../../service/domain/oidc/relying-party.ts';
import type { GroupRow, Stores } from '../../service/domain/ports.ts';
import { orNotFound } from '../../service/domain/problem.ts';
import type { Outbound } from '../../service/outbound/outbound.ts';
import { createRelyingParty } from '../../service/outbound/relying-party/relying-party.ts';
import { codeFrom } from '../../service/outbound/relying-party/authorization.ts';
import type { Database } from '../../service/store/database/database.ts';
import { unitOfWork } from '../../service/store/tables/stores.ts';

/** What writing events needs. */
interface Scene {
  stores: Stores;
  clock: { now: Date };
  /** The demo provider's issuer. */
  issuer: string;
  relyingParty: RelyingParty;
  /** The configurations, by client ID. */
  configurations: Map<string, OidcOpRow>;
}

type EventOf<Kind extends PastEvent['kind']> = Extract<PastEvent, { kind: Kind }>;

/**
 * Writes the demo's history to the logs, each entry with the clock at that time, in one transaction. Nothing is sent: not to the
 * provider, whose responses are those of its personas, nor to the operator's log.
 */
export async function performHistory(
  database: Database,
  outbound: Outbound,
  isRecording: boolean,
  { start, issuer }: Pick<Scene, 'issuer'> & { start: Date },
): Promise<void> {
  const clock = { now: start };
  const activity = { isOn: isRecording, onEntry: () => undefined };
  const work = unitOfWork(database.background, () => clock.now, activity);
  await work.transaction(async (stores) => {
    const relyingParty = createRelyingParty(outbound, () => clock.now);
    const { data } = await stores.oidcOps.list(0, Number.MAX_SAFE_INTEGER);
    const configurations = new Map(data.map((row) => [row.client_id, row]));
    const scene = { issuer, relyingParty, stores, clock, configurations };
    for (const event of demoHistory(start)) {
      clock.now = event.at;
      if (event.kind === 'password') await signInWithPassword(scene, event);
      else if (event.kind === 'provider') await signInThroughProvider(scene, event);
      else await change(scene, event);
    }
  });
}

async function signInWithPassword(scene: Scene, { login, code, address, userAgent }: EventOf<'password'>) {
  const event = { method: 'password', login, address, userAgent, requestId: historyRequestId } as const;
  if (code) await reject(scene, { ...event, code });
  else await signedIn(scene, event);
}

/** Whether it succeeds, and why not, follows from the configuration, the claims and the users at that time. */
async function signInThroughProvider(scene: Scene, event: EventOf<'provider'>) {
  const { stores, issuer } = scene;
  const { client, claims, cancelled, address, userAgent } = event;
  const op = configurationOf(scene, client);
  const redeemed = { claims: claims.idToken, accessToken: '', steps: [] };
  const relyingParty: RelyingParty = {
    ...scene.relyingParty,
    redeem: async (provider, _request, callback) => {
      codeFrom(callback, provider, false);
      return redeemed;
    },
    userInfo: async () => ({ ...claims.idToken, ...claims.userInfoOnly }),
  };
  const result = cancelled ? { error: 'access_denied' } : { code: 'demo' };
  const { user, failed, steps } = await finishSignIn(
    { stores, relyingParty, sandbox, withoutSlot: (work) => work() },
    { ...op, secret_origin: '' },
    { state: '', nonce: '', codeVerifier: '', redirectUri: '' },
    new URLSearchParams({ iss: issuer, ...result }),
  );
  const recorded = { method: 'oidc', oidcOp: op, address, userAgent, requestId: historyRequestId } as const;
  if (user) await signedIn(scene, { ...recorded, login: user.login });
  else await reject(scene, { ...recorded, code: failed?.error ?? 'service_failed', steps });
}

/** The expressions of the demo's configurations need none. */
const sandbox = { apply: () => Promise.reject(new Error('not available')) };

async function signedIn({ stores, clock }: Scene, event: NewSignInEvent & { login: string }) {
  await stores.signInEvents.record(event);
  const user = await stores.users.findByLogin(event.login);
  if (user) await stores.users.recordSignIn(user.id, clock.now, event.oidcOp?.name ?? 'password');
}

async function reject({ stores, clock }: Scene, rejection: Rejection) {
  await recordRejection(stores, clock.now, rejection);
}

/** Records a change that the demo's data contain already. Only the issuer is changed here, between sign-ins. */
async function change(scene: Scene, event: Extract<PastEvent, { by: string }>) {
  const { stores, clock } = scene;
  const userId = (await stores.users.findByLogin(event.by))?.id ?? null;
  const author = { userId, login: event.by, via: 'session', requestId: historyRequestId };
  if (event.kind === 'import') {
    const { id: groupId, name } = await groupAt(stores, event.group);
    const imported = { action: 'imported', resource: groupPath(groupId), name, fields: [] } as const;
    await stores.changes.record(await byJob(stores, author), { ...imported, groupId, count: event.count });
  } else if (event.kind === 'delete') {
    const [id = 0] = await stores.groupBatches.reserveIds(event.count);
    const parent = await groupAt(stores, event.parent);
    const { name, description, count } = event;
    const before = { name, description, parent_resource: groupPath(parent.id) };
    const fields = Object.entries(before).map(([field, value]) => ({
      name: field,
      before: value,
      after: null,
    }));
    const path = [id, ...(await stores.groups.ancestors(parent.id))];
    const deleted = { action: 'deleted', resource: groupPath(id), name, fields } as const;
    await stores.changes.record(await byJob(stores, author), { ...deleted, groupId: id, path, count });
  } else if (event.kind === 'edit group') {
    const after = await groupAt(stores, event.group);
    await recordGroup(stores, author, { before: { ...after, ...event.before }, after });
  } else if (event.kind === 'edit role') {
    const { data } = await stores.roles.list({ scope: 'all', search: event.name }, 0, 1);
    for (const after of data)
      await recordRole(stores, author, { before: { ...after, ...event.before }, after });
  } else if (event.kind === 'create user') {
    const { data } = await stores.users.list({ scope: 'all', login: event.login }, 0, 1);
    for (const after of data) await recordUser(stores, author, { after });
  } else {
    const { id, issuer } = configurationOf(scene, event.client);
    const values = { issuer: issuer + event.addition, updated_at: clock.now };
    scene.configurations.set(event.client, await storeUpdate(stores, author, id, values));
  }
}

/** The author of a change by a job whose status is gone. */
async function byJob(stores: Stores, author: Author): Promise<Author> {
  const { id } = await stores.jobs.insert(author.userId ?? 0, importGroupsKind, {}, '');
  await stores.jobs.delete(id);
  return { ...author, via: `job ${jobStatusPath(id)}` };
}

function configurationOf({ configurations }: Scene, clientId: string): OidcOpRow {
  const op = configurations.get(clientId);
  if (!op) throw new Error(`The demo has no configuration for ${clientId}`);
  return op;
}

async function groupAt(stores: Stores, path: readonly string[]): Promise<GroupRow> {
  let id = defaultGroupId;
  for (const name of path) {
    const [group] = await stores.groupBatches.named([{ parentId: id, name }]);
    if (!group) throw new Error(`The demo has no group ${path.join(' › ')}`);
    ({ id } = group);
  }
  return orNotFound(await stores.groups.find(id), `Group ${id}`);
}
