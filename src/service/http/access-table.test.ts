import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints, type EndpointName } from '../../contract/endpoints.ts';
import { demoDataSet } from '../../demo/data/data-set.ts';
import { anyTestStore } from '../../testing/databases.ts';
import { password, testOrigin, type TestService } from '../../testing/service.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';
import { openSession } from '../domain/access/sessions.ts';
import { newOp } from '../../testing/oidc-op.ts';

const logins = ['admin', 'tenant', 'operator', 'auditor', 'guest'] as const;
type Login = (typeof logins)[number];
type Created = Awaited<ReturnType<TestService['create']>>;

/** The group that each user belongs to, and one that they have nothing to do with. */
const ownGroup: Record<Login, number> = { admin: 0, tenant: 1, operator: 0, auditor: 0, guest: 0 };
const americas = 2;

/** The status that every endpoint returns to every role: for a record of the user's own group, and of another group. */
const table = `
                   admin     tenant    operator  auditor   guest
signIn             201 201   201 201   201 201   201 201   201 201
getAuthentication  200 200   200 200   200 200   200 200   200 200
signOut            204 204   204 204   204 204   204 204   204 204
changePassword     400 400   400 400   400 400   400 400   400 400
listGroups         200 200   200 200   200 200   200 200   403 403
createGroup        201 201   201 201   201 201   403 403   403 403
getGroup           200 200   200 404   200 200   200 200   403 403
updateGroup        200 200   200 404   200 200   403 403   403 403
deleteGroup        200 200   200 404   200 200   403 403   403 403
listSubGroups      200 200   200 404   200 200   200 200   403 403
createSubGroup     201 201   201 404   201 201   403 403   403 403
listGroupUsers     200 200   200 404   200 200   200 200   403 403
listGroupRoles     200 200   200 404   200 200   200 200   403 403
listUsers          200 200   200 200   200 200   200 200   403 403
lookUpUser         200 200   200 200   200 200   200 200   403 403
createUser         201 201   201 400   403 403   403 403   403 403
getUser            200 200   200 404   200 200   200 200   403 403
updateUser         200 200   200 404   403 403   403 403   403 403
deleteUser         200 200   200 404   403 403   403 403   403 403
listApiKeys        200 200   200 404   200 200   200 200   403 404
listEndingApiKeys  200 200   200 200   200 200   200 200   200 200
createApiKey       201 201   201 404   403 403   403 403   403 404
deleteApiKey       200 200   200 404   403 403   403 403   403 404
listIdentities     200 200   200 404   200 200   200 200   403 404
deleteIdentity     200 200   200 404   403 403   403 403   403 403
listSessions       200 200   200 404   200 200   200 200   403 404
endSession         200 200   200 404   403 403   403 403   403 404
endSessions        200 200   200 404   403 403   403 403   403 404
listRoles          200 200   200 200   200 200   200 200   403 403
createRole         201 201   201 400   403 403   403 403   403 403
getRole            200 200   200 404   200 200   200 200   403 403
updateRole         200 200   200 404   403 403   403 403   403 403
deleteRole         200 200   200 404   403 403   403 403   403 403
getJobStatus       200 404   200 404   200 404   200 404   200 404
deleteJobStatus    200 404   200 404   200 404   200 404   200 404
importGroups       202 202   202 202   202 202   403 403   403 403
listOidcOps        200 200   403 403   403 403   200 200   403 403
createOidcOp       201 201   403 403   403 403   403 403   403 403
getOidcOp          200 200   403 403   403 403   200 200   403 403
updateOidcOp       200 200   403 403   403 403   403 403   403 403
deleteOidcOp       200 200   403 403   403 403   403 403   403 403
listWatches        200 200   403 403   403 403   200 200   403 403
getWatch           200 200   403 403   403 403   200 200   403 403
updateWatch        200 200   403 403   403 403   403 403   403 403
lookNow            200 200   403 403   403 403   403 403   403 403
listOidcLogins     200 200   200 200   200 200   200 200   200 200
countOidcSessions  200 200   403 403   403 403   200 200   403 403
getOidcButton      200 200   403 403   403 403   200 200   403 403
updateOidcButton   200 200   403 403   403 403   403 403   403 403
startOidcLogin     302 302   302 302   302 302   302 302   302 302
finishOidcLogin    302 302   302 302   302 302   302 302   302 302
rejectOidcForm     302 302   302 302   302 302   302 302   302 302
startSignInTest    201 201   403 403   403 403   403 403   403 403
startDraftSignInTest 201 201 403 403   403 403   403 403   403 403
listLastSignInTests 200 200  403 403   403 403   200 200   403 403
getSignInTest      200 404   403 403   403 403   403 403   403 403
listSignInEvents   200 200   200 200   200 200   200 200   200 200
getSignInEvent     200 200   200 404   200 200   200 200   404 404
countSignIns       200 200   200 200   200 200   200 200   200 200
listChanges        200 200   200 200   200 200   200 200   200 200
getChange          200 200   200 404   200 200   200 200   404 404
getRecreation      200 200   200 404   200 200   200 200   403 403
recreateGroups     202 202   202 404   202 202   403 403   403 403
forgetUser         200 200   200 404   403 403   403 403   403 403
listAlerts         200 200   200 200   200 200   200 200   200 200
listAlertDestinations 200 200 403 403  403 403   200 200   403 403
testAlerts         409 409   403 403   403 403   403 403   403 403
`;

const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(/\s+/));
const cases = rows.flatMap(([name, ...statuses]) =>
  logins.flatMap((login, column) =>
    (['own', 'other'] as const).map((where, side) => ({
      name: name as EndpointName,
      login,
      where,
      status: Number(statuses[column * 2 + side]),
    })),
  ),
);

it('has a row for every endpoint', () => {
  expect(new Set(rows.map(([name]) => name))).toEqual(new Set(Object.keys(endpoints)));
});

describe.each(anyTestStore())('who may do what on $name', ({ open }) => {
  const service = testServiceOn(open, { data: demoDataSet(password) });
  let made = 0;
  const fresh = () => `made ${(made += 1)}`;

  /** Creates something as the administrator and returns its path. */
  const make = async (path: string, property: keyof Created, data: object) =>
    String((await service.create(path, data))[property]);

  async function finishedJobOf(login: string): Promise<string> {
    const { stores } = service.work;
    const user = await stores.users.findByLogin(login);
    const job = (await stores.jobs.enqueue(user?.id ?? -1, 'write', {}, 'Waiting', Infinity))!;
    const ended = { finished: true, finished_at: service.clock.now };
    await service.database.db.updateTable('jobs').set(ended).where('id', '=', job.id).execute();
    return `/delayed_job_statuses/${job.id}`;
  }

  /** A sign-in test that the administrator started, or one of nobody's. */
  async function signInTestOf(oidcLogin: string, own: boolean): Promise<string> {
    const path = await make(`${oidcLogin}/trials`, 'oidc_trial_resource', {});
    return own ? path : `/oidc_trials/${path.slice('/oidc_trials/'.length).split('').toReversed().join('')}`;
  }

  async function latestChangeOf(resource: string): Promise<string> {
    const { body } = await service.get(`/changes?resource=${resource}&limit=1`);
    return (body as { data: { change_resource: string }[] }).data[0]?.change_resource ?? '';
  }

  /** The entry about a deleted group. */
  async function deletionIn(group: string): Promise<string> {
    const path = await make(`${group}/groups`, 'group_resource', { name: fresh() });
    await service.delete(path);
    return latestChangeOf(path);
  }

  async function sessionOf(user: string): Promise<string> {
    const row = { id: Number(user.split('/').at(-1)), login: fresh() };
    await openSession(service.work.stores, row, service.clock.now, testOrigin);
    const { body } = await service.get(`${user}/sessions`);
    return (body as { data: { session_resource: string }[] }).data[0]?.session_resource ?? '';
  }

  /** As whom a provider knows a user. */
  async function identityOf(user: string): Promise<string> {
    const { id: oidc_op_id } = await service.create('/oidc_ops', newOp);
    const used = { issuer: newOp.issuer, subject_hash: '', last_used_at: service.clock.now };
    await service.work.stores.identities.use({
      user_id: Number(user.split('/').at(-1)),
      oidc_op_id,
      ...used,
    });
    const { body } = await service.get(`${user}/identities`);
    return (body as { data: { identity_resource: string }[] }).data[0]?.identity_resource ?? '';
  }

  /** A sign-in of a new user of a group. */
  async function signInOf(group: string): Promise<string> {
    const login = fresh();
    await make('/users', 'user_resource', { login, group_resource: group });
    await service.request(undefined, 'POST', '/authentication', { login, password });
    const { body } = await service.get(`/sign_in_events?login=${encodeURIComponent(login)}`);
    return (body as { data: { sign_in_event_resource: string }[] }).data[0]?.sign_in_event_resource ?? '';
  }

  /** What calls use that change nothing, by path and group. */
  const unchanged = new Map<string, Promise<string>>();

  /** The address and the body of a call on something of a group. */
  async function callOn({ name, login, where, status }: (typeof cases)[number]) {
    const groupId = where === 'own' ? ownGroup[login] : americas;
    const group = `/groups/${groupId}`;
    const isChange = status < 400 && endpoints[name].method !== 'GET';
    const one = (path: string, property: keyof Created, data: object) => {
      const key = `${path} ${group}`;
      const found = (isChange ? undefined : unchanged.get(key)) ?? make(path, property, data);
      if (!isChange) unchanged.set(key, found);
      return found;
    };
    const user = () => one('/users', 'user_resource', { login: fresh(), group_resource: group });
    const grant = { features: [{ name: 'group', privilege: 'ro' }], group_resources: [group] };
    const role = () => one('/roles', 'role_resource', { name: fresh(), admin_group: group, ...grant });
    const subGroup = () => one(`${group}/groups`, 'group_resource', { name: fresh() });
    const oidcOp = () => one('/oidc_ops', 'resource', newOp);
    const oidcLogin = async () => (await oidcOp()).replace('oidc_ops', 'oidc_logins');
    const requests: Partial<Record<EndpointName, () => Promise<{ path: string; data?: object }>>> = {
      signIn: async () => ({ path: '/authentication', data: { login, password } }),
      createGroup: async () => ({ path: '/groups', data: { name: fresh() } }),
      getGroup: async () => ({ path: await subGroup() }),
      updateGroup: async () => ({ path: await subGroup(), data: { description: 'new' } }),
      deleteGroup: async () => ({ path: await subGroup() }),
      listSubGroups: async () => ({ path: `${group}/groups` }),
      createSubGroup: async () => ({ path: `${group}/groups`, data: { name: fresh() } }),
      listGroupUsers: async () => ({ path: `${group}/users` }),
      listGroupRoles: async () => ({ path: `${group}/roles` }),
      lookUpUser: async () => ({ path: '/user_lookups', data: { login: 'admin' } }),
      createUser: async () => ({ path: '/users', data: { login: fresh(), group_resource: group } }),
      getUser: async () => ({ path: await user() }),
      updateUser: async () => ({ path: await user(), data: { display_name: 'new' } }),
      deleteUser: async () => ({ path: await user() }),
      listApiKeys: async () => ({ path: `${await user()}/api_keys` }),
      createApiKey: async () => ({ path: `${await user()}/api_keys`, data: { name: 'key' } }),
      deleteApiKey: async () => ({
        path: await make(`${await user()}/api_keys`, 'api_key_resource', { name: 'key' }),
      }),
      listIdentities: async () => ({ path: `${await user()}/identities` }),
      deleteIdentity: async () => ({ path: await identityOf(await user()) }),
      listSessions: async () => ({ path: `${await user()}/sessions` }),
      endSessions: async () => ({ path: `${await user()}/sessions` }),
      endSession: async () => ({ path: await sessionOf(await user()) }),
      changePassword: async () => ({
        path: '/authentication/password',
        data: { current_password: 'wrong', new_password: fresh().padEnd(20) },
      }),
      createRole: async () => ({ path: '/roles', data: { name: fresh(), admin_group: group } }),
      getRole: async () => ({ path: await role() }),
      updateRole: async () => ({ path: await role(), data: { description: 'new' } }),
      deleteRole: async () => ({ path: await role() }),
      getJobStatus: async () => ({ path: await finishedJobOf(where === 'own' ? login : another(login)) }),
      deleteJobStatus: async () => ({ path: await finishedJobOf(where === 'own' ? login : another(login)) }),
      importGroups: async () => ({
        path: '/group_imports',
        data: { groups: [{ name: fresh(), parent: group }] },
      }),
      createOidcOp: async () => ({ path: '/oidc_ops', data: newOp }),
      getOidcOp: async () => ({ path: await oidcOp() }),
      updateOidcOp: async () => ({ path: await oidcOp(), data: { name: fresh() } }),
      deleteOidcOp: async () => ({ path: await oidcOp() }),
      getOidcButton: async () => ({ path: `${await oidcOp()}/login` }),
      updateOidcButton: async () => ({ path: `${await oidcOp()}/login`, data: { enabled: true } }),
      startOidcLogin: async () => ({ path: await oidcLogin() }),
      startSignInTest: async () => ({ path: `${await oidcLogin()}/trials` }),
      listWatches: async () => ({ path: '/oidc_watches' }),
      getWatch: async () => ({ path: `${await oidcOp()}/watch` }),
      updateWatch: async () => ({ path: `${await oidcOp()}/watch`, data: { probe_secret: true } }),
      lookNow: async () => ({ path: `${await oidcOp()}/watch` }),
      startDraftSignInTest: async () => ({ path: '/oidc_trials', data: newOp }),
      countSignIns: () => Promise.resolve({ path: '/sign_in_counts?starts=2026-01-01' }),
      getSignInEvent: async () => ({ path: await signInOf(group) }),
      getChange: async () => ({ path: await latestChangeOf(await user()) }),
      getRecreation: async () => ({ path: `${await deletionIn(group)}/recreation` }),
      recreateGroups: async () => ({ path: `${await deletionIn(group)}/recreation` }),
      forgetUser: async () => ({ path: `${await user()}/forget` }),
      getSignInTest: async () => ({ path: await signInTestOf(await oidcLogin(), where === 'own') }),
    };
    return (await requests[name]?.()) ?? { path: endpoints[name].path };
  }

  it.each(cases)('$name: $login on $where gets $status', async (call) => {
    const { name, login, status } = call;
    const endpoint: Endpoint = endpoints[name];
    const { path, data } = await callOn(call);
    const as = endpoint.access === 'public' ? undefined : login;
    const response =
      name === 'signOut'
        ? await service.raw({ method: 'DELETE', url: path, headers: { cookie: await service.signIn(login) } })
        : await service.request(as, endpoint.method, path, data);
    expect(response.status).toBe(status);
    if (status !== 403) return;
    const need = typeof endpoint.access === 'object' ? endpoint.access : undefined;
    const privilege = need?.privilege ?? (endpoint.method === 'GET' ? 'ro' : 'rw');
    const sentence = `requires privilege ${privilege} on feature ${need?.feature ?? 'group_admin'}`;
    expect((response.body as { detail: string[] }).detail[0]).toMatch(new RegExp(`^${sentence}`));
  });

  it('rejects unauthenticated requests to all endpoints except public ones', async () => {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      if (endpoint.access === 'public') continue;
      const url = endpoint.path.replace(/:\w+/g, '1');
      const { status, body } = await service.raw({ method: endpoint.method, url });
      expect({ name, status }).toEqual({ name, status: 401 });
      expect(body).toEqual({ detail: [expect.stringMatching(/^sign in first/)] });
    }
  });
});

function another(login: Login): Login {
  return login === 'admin' ? 'tenant' : 'admin';
}
