import type { RejectionCode } from '../../contract/activity/sign-in-events.ts';
import type { GroupImportLine } from '../../contract/groups/group-imports.ts';
import { defaultGroupId, groupPath } from '../../contract/groups/groups.ts';
import type { demoDataSet } from '../../demo/data/data-set.ts';
import type { DemoClientId } from '../../demo/provider/clients.ts';
import { formerClientId } from '../../demo/provider/demo-oidc-op.ts';
import { personas } from '../../demo/provider/personas.ts';
import type { Acting } from '../../service/domain/access/caller.ts';
import { hashPassword } from '../../service/domain/access/passwords.ts';
import { updateRole } from '../../service/domain/access/roles.ts';
import { callerOf } from '../../service/domain/access/sessions.ts';
import { createUser } from '../../service/domain/access/users.ts';
import type { NewSignInEvent } from '../../service/domain/activity/activity-ports.ts';
import { recordRejection } from '../../service/domain/activity/sign-in-log.ts';
import { deleteGroup, updateGroup } from '../../service/domain/groups/groups.ts';
import { enableLogin, storeUpdate } from '../../service/domain/oidc/oidc-ops.ts';
import type { OidcOpRow } from '../../service/domain/oidc/oidc-ports.ts';
import { finishSignIn } from '../../service/domain/oidc/oidc-sign-in.ts';
import type { RelyingParty } from '../../service/domain/oidc/relying-party.ts';
import { noteSignIn } from '../../service/domain/oidc/watch-evidence.ts';
import { blameOf } from '../../service/domain/oidc/watch-state.ts';
import type { Stores, UnitOfWork } from '../../service/domain/ports.ts';
import { claimOn, type Claim } from '../../service/jobs/claim.ts';
import { deleteSubtree } from '../../service/jobs/delete-subtree.ts';
import { enqueueImport, importGroups } from '../../service/jobs/import-groups.ts';
import type { Outbound } from '../../service/outbound/outbound.ts';
import { codeFrom } from '../../service/outbound/relying-party/authorization.ts';
import { createRelyingParty } from '../../service/outbound/relying-party/relying-party.ts';
import type { Database } from '../../service/store/database/database.ts';
import { unitOfWork } from '../../service/store/tables/stores.ts';

type DemoData = ReturnType<typeof demoDataSet>;

interface Scene {
  stores: Stores;
  clock: { now: Date };
  data: DemoData;
  issuer: string;
  relyingParty: RelyingParty;
  /** The configurations, by client ID. */
  configurations: Map<string, OidcOpRow>;
}

interface Device {
  address: string;
  userAgent: string;
}

/** Does something again, with the service's own functions and at the time of the scene's clock. */
type Perform = (scene: Scene) => Promise<unknown>;

/** What someone did before the demo started. */
type PastEvent = [at: Date, perform: Perform];

const historyDays = 14;
/** The request ID of everything that people did, because no request was sent (docs/demo.md, "Prepare"). */
export const historyRequestId = 'demo-history';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15';
// Addresses that are reserved for documentation (RFC 5737).
const ada = { address: '192.0.2.10', userAgent: firefox };
const olivia = { address: '192.0.2.24', userAgent: chrome };
const tara = { address: '198.51.100.7', userAgent: chrome };
const aud = { address: '198.51.100.31', userAgent: safari };
const stranger = { address: '203.0.113.66', userAgent: 'python-requests/2.34.0' };

const oliviaAtPartner = through('palisade-partner', 'olivia', olivia);
const audAtPartner = through('palisade-partner', 'aud', aud);
/** How people usually sign in, and how often on a working day. */
const habits = [
  { times: 4, ways: [password('admin', ada)] },
  {
    times: 10,
    ways: [
      through('palisade-demo', 'olivia', olivia),
      through('palisade-demo', 'olivia', olivia),
      oliviaAtPartner,
    ],
  },
  { times: 8, ways: [through('palisade-demo', 'tara', tara), password('tenant', tara)] },
  { times: 3, ways: [audAtPartner, password('auditor', aud)] },
];
/** When people sign in on a working day: in the hours that are listed twice, twice as often. */
const hours = [7, 8, 8, 8, 9, 9, 10, 11, 13, 13, 14, 15, 16, 17, 19];

/** Groups whose creation is part of the history: the last ones, so that all groups have the same IDs with and without it. */
const recentGroups = 12;
const recentUser = 'guest';

/** What was different before the history. */
const earlierGroups = new Map([
  ['EMEA', { description: 'Europe' }],
  ['EMEA › Umbra Logistics', { name: 'Umbra Freight', description: 'Umbra Freight in EMEA' }],
  ['Americas › Globex Logistics', { description: '' }],
]);
const earlierRoles = new Map([['Operators', { description: 'Manage groups and mitigations.' }]]);

const pilotGroups = [
  { path: ['EMEA', 'Pilot'], description: 'To try things out' },
  ...['Headquarters', 'Data center', 'Lab'].map((name) => ({
    path: ['EMEA', 'Pilot', name],
    description: '',
  })),
];

/** The demo's data as they were before the history, which leads to those of `demoDataSet`. @param now when the demo starts */
export function dataBeforeHistory({ groups, roles, users }: DemoData, now: Date) {
  return {
    groups: groups
      .slice(0, -recentGroups)
      .map((group, position) => ({ ...group, ...earlierGroups.get(pathTo(groups, position).join(' › ')) })),
    roles: roles.map((role) => ({ ...role, ...earlierRoles.get(role.name) })),
    users: users.filter(({ login }) => login !== recentUser),
    createdAt: historyStart(now),
  };
}

export function historyStart(now: Date): Date {
  return daysBefore(now, historyDays, 6);
}

/**
 * Lets the service do what its demo's history consists of, each with the clock at that time, in one transaction. Nothing is sent:
 * not to the provider, whose responses are those of its personas, nor to the operator's log.
 * @param start when the demo starts
 */
export async function performHistory(
  database: Database,
  outbound: Outbound,
  isRecording: boolean,
  { start, ...given }: Pick<Scene, 'data' | 'issuer'> & { start: Date },
): Promise<void> {
  const clock = { now: start };
  const activity = { isOn: isRecording, onEntry: () => undefined };
  const work = unitOfWork(database.background, () => clock.now, activity);
  await work.transaction(async (stores) => {
    const { data } = await stores.oidcOps.list(0, Number.MAX_SAFE_INTEGER);
    const configurations = new Map(data.map((row) => [row.client_id, row]));
    const relyingParty = createRelyingParty(outbound, () => clock.now);
    for (const [at, perform] of history(start)) {
      clock.now = at;
      await perform({ ...given, stores, clock, relyingParty, configurations });
    }
  });
}

/**
 * Two weeks before the demo starts: who signed in, what was rejected, and who changed what. The last change breaks the
 * partner provider.
 * @returns always the same relative to the start, the oldest first
 */
function history(now: Date): PastEvent[] {
  const on = (days: number, hour: number, minute: number) => daysBefore(now, days, hour, minute);
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const isEarlier = ([at, perform]: PastEvent) =>
    at < ago(perform === oliviaAtPartner || perform === audAtPartner ? 120 : 5);
  const events: PastEvent[] = [
    ...regularSignIns(now).filter(isEarlier),
    [on(12, 8, 2), password('tenant', tara, 'wrong_password')],
    [on(12, 8, 3), password('tenant', tara, 'wrong_password')],
    [on(10, 9, 41), through('palisade-demo', 'nadia', olivia)],
    [on(9, 13, 12), through('palisade-demo', 'olivia', olivia, { error: 'access_denied' })],
    // Even after a weekend, the watch knows that this one works.
    [ago(95), through('palisade-demo', 'olivia', olivia)],
    // Someone guesses the administrator's password.
    ...Array.from({ length: 9 }, (_, index): PastEvent => {
      const code = index < 5 ? 'wrong_password' : 'too_many_attempts';
      return [on(6, 3, 17 + Math.floor(index / 3)), password('admin', stranger, code)];
    }),
    [on(5, 8, 1), password('auditor', aud, 'wrong_password')],
    [on(2, 8, 4), password('tenant', tara, 'wrong_password')],
    [on(1, 9, 26), password('nadia', olivia, 'unknown_user')],
    // At the partner provider: one succeeds, two are of people whom the service doesn't know, and after the change, all fail.
    ...[48, 36, 28, 12].map((minutes): PastEvent => [ago(minutes), oliviaAtPartner]),
    [ago(46), through('palisade-partner', 'nadia', olivia)],
    [ago(44), through('palisade-partner', 'tara', tara)],
    ...[21, 4].map((minutes): PastEvent => [ago(minutes), audAtPartner]),
    [on(13, 10, 5), editRole('admin', 'Operators')],
    [on(11, 14, 20), editGroup('admin', 'EMEA')],
    [on(8, 11, 30), suspendFormer('admin')],
    [on(6, 9, 30), addRecentUser('admin')],
    [on(4, 11, 10), addGroups('operator', pathsOfRecentGroups)],
    [on(3, 15, 45), addGroups('operator', () => pilotGroups)],
    [on(2, 10, 40), editGroup('operator', 'Americas › Globex Logistics')],
    [on(1, 16, 25), removeGroup('tenant', ['EMEA', 'Pilot'])],
    [ago(170), editGroup('tenant', 'EMEA › Umbra Logistics')],
    [ago(40), extendIssuer('admin', 'palisade-partner', '/v2')],
  ];
  return events.toSorted(([one], [other]) => Number(one) - Number(other));
}

function regularSignIns(now: Date): PastEvent[] {
  const random = sequence();
  return Array.from({ length: historyDays + 1 }, (_, index) => historyDays - index).flatMap((days) => {
    const isWorkday = ![0, 6].includes(daysBefore(now, days, 0).getDay());
    return habits.flatMap(({ times, ways }) =>
      Array.from({ length: isWorkday ? times - random(3) : random(2) * random(2) }, (): PastEvent => [
        daysBefore(now, days, hours[random(hours.length)] ?? 0, random(60)),
        ways[random(ways.length)] ?? oliviaAtPartner,
      ]),
    );
  });
}

/** A time in a day before the start, in local time. */
function daysBefore(now: Date, days: number, hour: number, minute = 0): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, hour, minute);
}

/** Numbers that look random, always the same (Numerical Recipes' linear congruential generator). */
function sequence() {
  let state = 1;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** @param code why it was rejected, if it was */
function password(login: string, from: Device, code?: RejectionCode): Perform {
  const event = { ...from, method: 'password', login, requestId: historyRequestId } as const;
  return (scene) =>
    code ? recordRejection(scene.stores, scene.clock.now, { ...event, code }) : signedIn(scene, event);
}

/**
 * Whether it succeeds, and why not, follows from the configuration, the claims and the users at that time.
 * @param result what the provider returns
 */
function through(
  client: DemoClientId,
  persona: string,
  from: Device,
  result: Record<string, string> = { code: 'demo' },
): Perform {
  const { idToken = {}, userInfoOnly = {} } = personas.find(({ id }) => id === persona)?.claims ?? {};
  return async (scene) => {
    const { stores, clock, issuer } = scene;
    const op = configurationOf(scene, client);
    const relyingParty: RelyingParty = {
      ...scene.relyingParty,
      redeem: async (provider, _request, callback) => {
        codeFrom(callback, provider, false);
        return { claims: idToken, accessToken: '', steps: [] };
      },
      userInfo: async () => ({ ...idToken, ...userInfoOnly }),
    };
    const { user, failed, steps } = await finishSignIn(
      { stores, relyingParty, sandbox, withoutSlot: (work) => work() },
      { ...op, secret_origin: '' },
      { state: '', nonce: '', codeVerifier: '', redirectUri: '' },
      new URLSearchParams({ iss: issuer, ...result }),
    );
    const event = { ...from, method: 'oidc', oidcOp: op, requestId: historyRequestId } as const;
    const blame = failed && blameOf(failed, false);
    if (user ?? blame) await noteSignIn(stores, op, clock.now, blame);
    if (user) return signedIn(scene, { ...event, login: user.login });
    const code = failed?.error ?? 'service_failed';
    return recordRejection(stores, clock.now, { ...event, code, steps });
  };
}

/** The expressions of the demo's configurations need none. */
const sandbox = { apply: () => Promise.reject(new Error('not available')) };

async function signedIn({ stores, clock }: Scene, event: NewSignInEvent & { login: string }) {
  await stores.signInEvents.record(event);
  const user = await stores.users.findByLogin(event.login);
  if (user) await stores.users.recordSignIn(user.id, clock.now, event.oidcOp?.name ?? 'password');
}

/** What a user does. */
function by(login: string, work: (acting: Acting, scene: Scene) => Promise<unknown>): Perform {
  return async (scene) => {
    const { stores } = scene;
    const { id = 0 } = (await stores.users.findByLogin(login)) ?? {};
    const caller = await callerOf(stores, id, 'session');
    if (!caller) throw new Error(`The demo has no user ${login}`);
    await work({ stores, caller: { ...caller, requestId: historyRequestId } }, scene);
  };
}

function editRole(login: string, name: string) {
  return by(login, async (acting, { stores, data }) => {
    const description = data.roles.find((role) => role.name === name)?.description ?? '';
    const roles = await stores.roles.list({ scope: 'all', search: name }, 0, 1);
    for (const { id } of roles.data) await updateRole(acting, id, { description });
  });
}

function editGroup(login: string, group: string) {
  return by(login, async (acting, { stores, data: { groups } }) => {
    const position = groups.findIndex((_, index) => pathTo(groups, index).join(' › ') === group);
    const { name, description } = groups[position] ?? { name: '', description: '' };
    const before = [...pathTo(groups, position).slice(0, -1), earlierGroups.get(group)?.name ?? name];
    await updateGroup(acting, await groupAt(stores, before), { name, description });
  });
}

function addRecentUser(login: string) {
  return by(login, async (acting, { data }) => {
    const user = data.users.find((one) => one.login === recentUser);
    await createUser(acting, {
      login: recentUser,
      display_name: user?.displayName ?? '',
      group_resource: groupPath(defaultGroupId),
      role_resources: [],
      passwordHash: await hashPassword(user?.password ?? ''),
    });
  });
}

function addGroups(login: string, added: (groups: DemoData['groups']) => typeof pilotGroups) {
  return by(login, async (acting, scene) => {
    const lines: GroupImportLine[] = [];
    const numbers = new Map<string, number>();
    for (const { path, description } of added(scene.data.groups)) {
      const above = path.slice(0, -1);
      const parent = numbers.get(above.join()) ?? groupPath(await groupAt(acting.stores, above));
      numbers.set(path.join(), lines.push({ name: path.at(-1) ?? '', description, parent }));
    }
    await enqueueImport(acting, lines);
    await runJob(scene, importGroups);
  });
}

function pathsOfRecentGroups(groups: DemoData['groups']) {
  const first = groups.length - recentGroups;
  return groups
    .slice(first)
    .map(({ description }, index) => ({ path: pathTo(groups, first + index), description }));
}

function removeGroup(login: string, path: readonly string[]) {
  return by(login, async ({ stores, caller }, scene) => {
    await deleteGroup(within(stores), caller, await groupAt(stores, path), true);
    await runJob(scene, deleteSubtree);
  });
}

function suspendFormer(login: string) {
  return by(login, (acting, scene) => enableLogin(acting, configurationOf(scene, formerClientId).id, false));
}

function extendIssuer(login: string, client: DemoClientId, addition: string) {
  return by(login, async ({ stores, caller }, scene) => {
    const { id, issuer } = configurationOf(scene, client);
    const values = { issuer: issuer + addition, updated_at: scene.clock.now };
    scene.configurations.set(client, await storeUpdate(stores, caller, id, values));
  });
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

function configurationOf({ configurations }: Scene, clientId: string): OidcOpRow {
  const op = configurations.get(clientId);
  if (!op) throw new Error(`The demo has no configuration for ${clientId}`);
  return op;
}

/** The names on the path of a group of the demo's data. */
function pathTo(groups: DemoData['groups'], position: number | null): string[] {
  const group = groups[position ?? -1];
  return group ? [...pathTo(groups, group.parent), group.name] : [];
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
