import { demoHistory, historyRequestId, type PastEvent } from '../../demo/data/history.ts';
import type { demoDataSet } from '../../demo/data/data-set.ts';
import { defaultGroupId, groupPath } from '../../contract/groups/groups.ts';
import { hashPassword } from '../../service/domain/access/passwords.ts';
import { updateRole } from '../../service/domain/access/roles.ts';
import { callerOf } from '../../service/domain/access/sessions.ts';
import { createUser } from '../../service/domain/access/users.ts';
import type { NewSignInEvent } from '../../service/domain/activity/activity-ports.ts';
import { recordRejection, type Rejection } from '../../service/domain/activity/sign-in-log.ts';
import { deleteGroup, updateGroup } from '../../service/domain/groups/groups.ts';
import { storeUpdate } from '../../service/domain/oidc/oidc-ops.ts';
import type { OidcOpRow } from '../../service/domain/oidc/oidc-ports.ts';
import { finishSignIn } from '../../service/domain/oidc/oidc-sign-in.ts';
import type { RelyingParty } from '../../service/domain/oidc/relying-party.ts';
import type { Stores, UnitOfWork } from '../../service/domain/ports.ts';
import { claimOn, type Claim } from '../../service/jobs/claim.ts';
import { deleteSubtree } from '../../service/jobs/delete-subtree.ts';
import { enqueueImport, importGroups } from '../../service/jobs/import-groups.ts';
import type { Outbound } from '../../service/outbound/outbound.ts';
import { createRelyingParty } from '../../service/outbound/relying-party/relying-party.ts';
import { codeFrom } from '../../service/outbound/relying-party/authorization.ts';
import type { Database } from '../../service/store/database/database.ts';
import { unitOfWork } from '../../service/store/tables/stores.ts';

/** What performing events needs. */
interface Scene {
  stores: Stores;
  clock: { now: Date };
  data: ReturnType<typeof demoDataSet>;
  /** The demo provider's issuer. */
  issuer: string;
  /** The hash of the created user's password. */
  passwordHash: string;
  relyingParty: RelyingParty;
  /** The configurations, by client ID. */
  configurations: Map<string, OidcOpRow>;
}

type EventOf<Kind extends PastEvent['kind']> = Extract<PastEvent, { kind: Kind }>;

/**
 * Lets the service do what its demo's history consists of, each with the clock at that time, in one transaction. Nothing is sent:
 * not to the provider, whose responses are those of its personas, nor to the operator's log.
 */
export async function performHistory(
  database: Database,
  outbound: Outbound,
  isRecording: boolean,
  given: Pick<Scene, 'data' | 'issuer'> & { start: Date },
): Promise<void> {
  const { data, start } = given;
  const events = demoHistory(data, start);
  const clock = { now: start };
  const created = data.users.find(({ login }) =>
    events.some((event) => event.kind === 'create user' && event.login === login),
  );
  const passwordHash = await hashPassword(created?.password ?? '');
  const activity = { isOn: isRecording, onEntry: () => undefined };
  const work = unitOfWork(database.background, () => clock.now, activity);
  await work.transaction(async (stores) => {
    const relyingParty = createRelyingParty(outbound, () => clock.now);
    const scene = {
      ...given,
      relyingParty,
      stores,
      clock,
      passwordHash,
      configurations: await configurationsIn(stores),
    };
    for (const event of events) {
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

async function change(scene: Scene, event: Extract<PastEvent, { by: string }>) {
  const { stores, clock, data, passwordHash } = scene;
  const { id: userId = 0 } = (await stores.users.findByLogin(event.by)) ?? {};
  const found = await callerOf(stores, userId, 'session');
  if (!found) throw new Error(`The demo has no user ${event.by}`);
  const caller = { ...found, requestId: historyRequestId };
  const acting = { stores, caller };
  if (event.kind === 'import') {
    await enqueueImport(
      acting,
      event.groups.map(({ parent, ...group }) => ({ ...group, parent: [...parent] })),
    );
    await runJob(scene, importGroups);
  } else if (event.kind === 'delete') {
    await deleteGroup(within(stores), caller, await groupAt(stores, event.group), true);
    await runJob(scene, deleteSubtree);
  } else if (event.kind === 'edit group') {
    await updateGroup(acting, await groupAt(stores, event.group), event.values);
  } else if (event.kind === 'edit role') {
    const roles = await stores.roles.list({ scope: 'all', search: event.name }, 0, 1);
    for (const { id } of roles.data) await updateRole(acting, id, event.values);
  } else if (event.kind === 'create user') {
    const user = data.users.find(({ login }) => login === event.login);
    const names = { login: event.login, display_name: user?.displayName ?? '' };
    await createUser(acting, {
      ...names,
      group_resource: groupPath(defaultGroupId),
      role_resources: [],
      passwordHash,
    });
  } else {
    const { id, issuer } = configurationOf(scene, event.client);
    const values = { issuer: issuer + event.addition, updated_at: clock.now };
    scene.configurations.set(event.client, await storeUpdate(stores, caller, id, values));
  }
}

/** Runs the job that was queued last, which no other process sees before the transaction ends. */
async function runJob({ stores, clock }: Scene, handler: (claim: Claim) => Promise<void>) {
  const leaseEnd = () => new Date(clock.now.getTime() + 60_000);
  const owner = historyRequestId;
  const job = await stores.jobs.claim(owner, clock.now, leaseEnd());
  if (!job) throw new Error('The job of the demo was not queued');
  const work = within(stores);
  await handler(claimOn({ work, job, owner, leaseEnd, now: () => clock.now, isStopping: () => false }));
}

/** Work in the current transaction. */
function within(stores: Stores): UnitOfWork {
  return { stores, transaction: (work) => work(stores) };
}

async function configurationsIn(stores: Stores): Promise<Map<string, OidcOpRow>> {
  const { data } = await stores.oidcOps.list(0, Number.MAX_SAFE_INTEGER);
  return new Map(data.map((row) => [row.client_id, row]));
}

function configurationOf({ configurations }: Scene, clientId: string): OidcOpRow {
  const op = configurations.get(clientId);
  if (!op) throw new Error(`The demo has no configuration for ${clientId}`);
  return op;
}

async function groupAt(stores: Stores, path: readonly string[]): Promise<number> {
  let id = defaultGroupId;
  for (const name of path) {
    const [group] = await stores.groupBatches.named([{ parentId: id, name }]);
    if (!group) throw new Error(`The demo has no group ${path.join(' › ')}`);
    ({ id } = group);
  }
  return id;
}
