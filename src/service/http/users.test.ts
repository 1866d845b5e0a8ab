import { describe, expect, it } from 'vitest';
import { anyTestStore } from '../../testing/databases.ts';
import { password, refusedWith } from '../../testing/service.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';

describe.each(anyTestStore())('users on $name', ({ open }) => {
  const service = testServiceOn(open);
  const newPassword = 'a new and longer password';
  const create = async (login: string, values: object = {}) =>
    (await service.create('/users', { login, group_resource: '/groups/2', ...values })).user_resource;
  const put = (as: string, path: string, data: object) => service.request(as, 'PUT', path, data);
  const signIn = async (login: string, secret: string) =>
    (await service.request(undefined, 'POST', '/authentication', { login, password: secret })).status;
  const logins = async (as: string, query: string) => {
    const { body } = await service.request(as, 'GET', `/users?${query}`);
    return (body as { data: { login: string }[] }).data.map((user) => user.login);
  };

  it('creates a user, trims the login and returns everything but the password', async () => {
    const { status, body, text } = await service.post('/users', {
      login: '  Maria  ',
      display_name: ' Maria Öz ',
      group_resource: '/groups/2',
      role_resources: ['/roles/3', '/roles/3'],
      password: newPassword,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      login: 'Maria',
      display_name: 'Maria Öz',
      user_resource: expect.stringMatching(/^\/users\/\d+$/),
      group_resource: '/groups/2',
      role_resources: ['/roles/3'],
      has_password: true,
      suspended: false,
      created_at: '2026-01-01T12:00:00.000Z',
      last_sign_in_at: '',
      last_sign_in_via: '',
    });
    expect(text).not.toMatch(/argon2|a new and longer/);
    expect(await signIn('Maria', newPassword)).toBe(201);
    const read = await service.get((body as { user_resource: string }).user_resource);
    expect(read.body).toMatchObject({
      last_sign_in_via: 'password',
      last_sign_in_at: expect.stringMatching(/Z$/),
    });
  });

  it('finds users by part of a name (case-insensitive) and by exact login', async () => {
    await create('finder-one', { display_name: 'Zoë Ångström' });
    await create('finder-two', { display_name: '100%_sure' });
    expect(await logins('admin', 'search=FINDER-')).toEqual(['finder-one', 'finder-two']);
    expect(await logins('admin', `search=${encodeURIComponent('ZOË ång')}`)).toEqual(['finder-one']);
    expect(await logins('admin', `search=${encodeURIComponent('%_')}`)).toEqual(['finder-two']);
    expect(await logins('admin', 'login=finder-one')).toEqual(['finder-one']);
    expect(await logins('admin', 'login=Finder-one')).toEqual([]);
    expect(await logins('admin', 'login=finder')).toEqual([]);
    const page = await service.get('/users?start=1&limit=2&fields=login');
    expect(page.body).toMatchObject({ start: 1, data: [{ login: 'tenant' }, { login: 'auditor' }] });
  });

  it('looks up a visible user by exact login', async () => {
    await create('looked-up', { group_resource: '/groups/4' });
    const lookUp = async (as: string, login: string) =>
      (await service.request(as, 'POST', '/user_lookups', { login })).body;
    expect(await lookUp('admin', 'looked-up')).toEqual({
      user_resource: expect.stringMatching(/^\/users\/\d+$/),
    });
    expect(await lookUp('admin', 'Looked-up')).toEqual({ user_resource: '' });
    expect(await lookUp('admin', 'looked-up ')).toEqual({ user_resource: '' });
    expect(await lookUp('tenant', 'looked-up')).toEqual({ user_resource: '' });
    expect(await lookUp('admin', '')).toEqual({ detail: ['login: must not be empty'] });
  });

  it("hides other groups' users", async () => {
    await create('within', { group_resource: '/groups/3' });
    await create('withoutSlot', { group_resource: '/groups/4' });
    const seen = await logins('tenant', 'limit=1000');
    expect(seen).toEqual(expect.arrayContaining(['tenant', 'within']));
    for (const hidden of ['admin', 'auditor', 'withoutSlot']) expect(seen).not.toContain(hidden);
    expect(await logins('tenant', 'login=withoutSlot')).toEqual([]);
    for (const id of [1, 99999])
      expect(await service.request('tenant', 'GET', `/users/${id}`)).toMatchObject(
        refusedWith(404, `User ${id} doesn't exist or isn't visible to you`),
      );
    const below = async (as: string, query: string) => {
      const { body } = await service.request(as, 'GET', `/groups/1/users?limit=1000${query}`);
      return (body as { data: { login: string }[] }).data.map(({ login }) => login);
    };
    expect(await below('tenant', '')).not.toContain('within');
    expect(await below('tenant', '&below=true')).toEqual(expect.arrayContaining(['tenant', 'within']));
    expect(await below('admin', '&below=true')).not.toContain('withoutSlot');
    const path = '/groups/1/users?below=true';
    expect((await service.request('auditor', 'GET', path)).status).toBe(403);
    expect((await service.get(path.replace('true', 'yes'))).status).toBe(400);
  });

  it('rejects changes to users with more privileges: password, login, key, group, deletion', async () => {
    const path = await create('powerful', { role_resources: ['/roles/1'], password: newPassword });
    for (const data of [
      { password: 'another long password' },
      { login: 'mine' },
      { display_name: 'x' },
      { role_resources: [] },
    ]) {
      const { status, body } = await put('tenant', path, data);
      expect({ data, status }).toEqual({ data, status: 403 });
      expect((body as { detail: string[] }).detail).toContain(
        'requires privilege rw on feature palisade for /groups/0',
      );
    }
    const { api_key_resource: key } = await service.create(`${path}/api_keys`, { name: 'Theirs' });
    for (const resource of [path, key])
      expect((await service.request('tenant', 'DELETE', resource)).status).toBe(403);
    const later = { prefer: 'respond-async' };
    expect((await service.request('tenant', 'DELETE', key, undefined, later)).status).toBe(403);
    expect((await service.request('tenant', 'POST', `${path}/api_keys`, { name: 'k' })).status).toBe(403);
    expect(await signIn('powerful', newPassword)).toBe(201);
  });

  it("ends only the user's sessions when their password changes or they are deleted", async () => {
    const path = await create('moving', { password });
    const alive = async (cookie: string) => (await service.visit('/authentication', cookie)).status;
    const first = await service.signIn('moving');
    await put('admin', path, { display_name: 'Still here', role_resources: ['/roles/3'] });
    expect(await alive(first)).toBe(200);
    await put('admin', path, { password: newPassword });
    expect(await alive(first)).toBe(401);
    expect(await signIn('moving', password)).toBe(401);
    await put('admin', path, { password });
    const second = await service.signIn('moving');
    expect((await put('admin', path, { password: null })).body).toMatchObject({ has_password: false });
    expect(await alive(second)).toBe(401);
    expect(await signIn('moving', password)).toBe(401);
    await put('admin', path, { password });
    const third = await service.signIn('moving');
    const authorization = `token ${(await service.create(`${path}/api_keys`, { name: 'k' })).key}`;
    const deleted = await service.delete(path);
    expect(deleted.body).toMatchObject({ login: 'moving' });
    expect(await alive(third)).toBe(401);
    const byKey = await service.raw({ method: 'GET', url: '/authentication', headers: { authorization } });
    expect(byKey.status).toBe(401);
  });

  it('performs background writes without storing a plaintext password', async () => {
    const prefer = (method: string, url: string, data?: object) =>
      service.request('admin', method, url, data, { prefer: 'respond-async' });
    const done = (method: string, url: string, data?: object) =>
      service.inBackground('admin', method, url, data);
    const jobsInStore = async () =>
      JSON.stringify(await service.database.db.selectFrom('jobs').selectAll().execute());
    expect(await done('POST', '/users', { login: 'later', group_resource: '/groups/2' })).toMatchObject({
      failed: false,
      message: expect.stringMatching(/^Created the user later as/),
    });
    const values = { login: 'at-once', group_resource: '/groups/2', password: newPassword };
    const secret = await prefer('POST', '/users', values);
    expect(secret.status).toBe(202);
    expect(secret.text + (await jobsInStore())).not.toContain(newPassword);
    const made = await service.finished('admin', String(secret.headers['location']));
    const path = /\/users\/\d+$/.exec(made.message)?.[0] ?? '';
    expect(await signIn('at-once', newPassword)).toBe(201);
    const changed = await prefer('PUT', path, { password });
    expect(changed.status).toBe(202);
    expect(await jobsInStore()).not.toContain(password);
    await service.finished('admin', String(changed.headers['location']));
    expect(await signIn('at-once', newPassword)).toBe(401);
    expect(await signIn('at-once', password)).toBe(201);
    const { api_key_resource: keyPath } = await service.create(`${path}/api_keys`, { name: 'short-lived' });
    expect((await done('DELETE', keyPath)).message).toBe(`Revoked ${keyPath}`);
    expect((await service.get(`${path}/api_keys`)).body).toMatchObject({ rows: 0 });
    expect((await prefer('PUT', path, { display_name: 'x' })).status).toBe(202);
    expect((await done('DELETE', path)).message).toBe('Deleted the user at-once');
    // Once they are done, not even the hashes are there.
    expect(await jobsInStore()).not.toContain('argon2');
  });

  it("rejects moving a user to a group that's being deleted", async () => {
    const mark = (deleting: boolean) =>
      service.database.db.updateTable('groups').set({ deleting }).where('id', '=', 4).execute();
    await mark(true);
    expect(await service.post('/users', { login: 'late', group_resource: '/groups/4' })).toMatchObject(
      refusedWith(409, 'group_resource: the group is being deleted'),
    );
    await mark(false);
  });

  it('suspends a user: no session, sign-in or API key works until they are resumed', async () => {
    const path = await create('sue', { password, group_resource: '/groups/0' });
    const cookie = await service.signIn('sue');
    const { key } = await service.create(`${path}/api_keys`, { name: 'script' });
    const withKey = () =>
      service.raw({ method: 'GET', url: '/authentication', headers: { authorization: `token ${key}` } });
    const withSession = () => service.visit('/authentication', cookie);
    expect((await withKey()).status).toBe(200);
    const suspended = await put('admin', path, { suspended: true });
    expect(suspended).toMatchObject({ status: 200, body: { suspended: true, role_resources: [] } });
    for (const response of [await withKey(), await withSession()]) expect(response.status).toBe(401);
    const theirs = await service.request(undefined, 'POST', '/authentication', { login: 'sue', password });
    expect(theirs).toMatchObject(refusedWith(401, 'wrong login or password'));
    const { body } = await service.get('/sign_in_events?login=sue&limit=1');
    expect(body).toMatchObject({ data: [{ code: 'suspended' }] });
    const { jobs } = service.work.stores;
    const write = { action: 'update-user', id: 4, values: { display_name: 'x' } };
    const job = await jobs.enqueue(Number(path.split('/')[2]), 'write', write, 'Waiting', Infinity);
    const message = 'Failed: the user who started this job no longer exists or is suspended';
    await expect.poll(() => jobs.find(job!.id)).toMatchObject({ message });
    await put('admin', path, { suspended: false });
    expect([(await withKey()).status, (await withSession()).status]).toEqual([200, 401]);
    expect(await signIn('sue', password)).toBe(201);
    expect(await put('admin', '/users/1', { suspended: true })).toMatchObject(
      refusedWith(409, "suspended: you can't suspend yourself"),
    );
  });

  it('can be listed by how long ago they signed in, by never having done so, and by role', async () => {
    const { role_resource: rare } = await service.create('/roles', {
      name: 'Rare',
      admin_group: '/groups/4',
    });
    const at = { group_resource: '/groups/4', password };
    const seen = await create('idle-seen', { ...at, role_resources: [rare] });
    const never = await create('idle-never', at);
    const late = await create('idle-late', at);
    await service.signIn('idle-seen');
    const before = new Date(service.clock.now.getTime() - 30 * 86_400_000);
    const { db } = service.database;
    await db.updateTable('users').set({ last_sign_in_at: before }).where('login', '=', 'idle-seen').execute();
    await db.updateTable('users').set({ created_at: before }).where('login', '=', 'idle-never').execute();
    const found = async (query: string, path = '/users') => {
      const { status, body } = await service.get(`${path}?search=idle-&${query}`);
      expect(status).toBe(200);
      return (body as { data: { user_resource: string }[] }).data.map((user) => user.user_resource);
    };
    expect(await found('no_sign_in_days=30')).toEqual([seen, never]);
    expect(await found('no_sign_in_days=31')).toEqual([]);
    expect(await found('never_signed_in=true')).toEqual([never, late]);
    // A program that uses a key since isn't gone.
    await service.create(`${never}/api_keys`, { name: 'nightly' });
    expect(await found('no_sign_in_days=30')).toEqual([seen, never]);
    const used = new Date(before.getTime() + 1000);
    const user_id = Number(never.slice('/users/'.length));
    await db.updateTable('api_keys').set({ last_used_at: used }).where('user_id', '=', user_id).execute();
    expect(await found('no_sign_in_days=30')).toEqual([seen]);
    await db.updateTable('api_keys').set({ last_used_at: before }).where('user_id', '=', user_id).execute();
    expect(await found('no_sign_in_days=30&never_signed_in=true', '/groups/4/users')).toEqual([never]);
    expect(await found(`role=${rare}`)).toEqual([seen]);
    expect(await service.get('/users?no_sign_in_days=0')).toMatchObject(
      refusedWith(400, 'no_sign_in_days: must be a whole number from 1 to 9999'),
    );
  });
});
