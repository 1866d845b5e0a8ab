import { beforeAll, describe, expect, it } from 'vitest';
import { anyTestStore } from '../../testing/databases.ts';
import { password } from '../../testing/service.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';

const nobody = 'no one would be left with privilege rw on feature group_admin in the Default group';
const loss = nobody.replace('no one', 'no one with a password');

/** Besides `admin`, there are users with the same role who only sign in through a provider. */
describe.each(anyTestStore())('the last administrator who can sign in on $name', ({ open }) => {
  const service = testServiceOn(open);
  const providerOnly: string[] = [];
  beforeAll(async () => {
    for (const login of ['first', 'second']) {
      const values = { login, group_resource: '/groups/0', role_resources: ['/roles/1'] };
      providerOnly.push((await service.create('/users', values)).user_resource);
    }
  });
  /** With a new session, because a new password ends all others. */
  const send = async (as: string, method: string, url: string, data?: object, prefer = {}) =>
    service.request(undefined, method, url, data, { cookie: await service.signIn(as), ...prefer });
  const sentenceAbout = (what: string) => `${what}: ${loss}`;
  /** Expects that a write is rejected immediately, in the foreground and in the background. */
  const refused = async (as: string, method: string, url: string, data: object | undefined, what: string) => {
    const refusal = { status: 409, body: { detail: [sentenceAbout(what)] } };
    expect(await send(as, method, url, data)).toMatchObject(refusal);
    expect(await send(as, method, url, data, { prefer: 'respond-async' })).toMatchObject(refusal);
  };
  /** How a write ends that was accepted while it took nothing away. */
  const later = async (write: object) => {
    const { jobs } = service.work.stores;
    const job = await jobs.enqueue(1, 'write', write, 'Waiting', Infinity);
    return service.finished('admin', `/delayed_job_statuses/${job?.id}`);
  };

  it('keeps the password, the role and the user', async () => {
    await refused('admin', 'PUT', '/users/1', { password: null }, 'password');
    await refused('admin', 'PUT', '/users/1', { role_resources: ['/roles/3'] }, 'role_resources');
    await refused('admin', 'DELETE', '/users/1', undefined, "admin can't be deleted");
    const writes = [
      ['password', { action: 'update-user', id: 1, values: { passwordHash: null } }],
      ['role_resources', { action: 'update-user', id: 1, values: { role_resources: [] } }],
      ["admin can't be deleted", { action: 'delete-user', id: 1 }],
      ['features', { action: 'update-role', id: 1, values: { features: [] } }],
    ] as const;
    const ended = await Promise.all(writes.map(([, write]) => later(write)));
    for (const [index, [what]] of writes.entries()) {
      const message = `Failed: ${what === 'features' ? `${what}: ${nobody}` : sentenceAbout(what)}`;
      expect(ended[index]).toMatchObject({ failed: true, message });
    }
    expect((await send('admin', 'PUT', '/users/1', { password })).status).toBe(200);
    expect((await send('admin', 'DELETE', providerOnly[1] ?? '', undefined)).status).toBe(200);
  });

  it('keeps the role that makes them one, and what it grants', async () => {
    const role = {
      name: 'Second',
      admin_group: '/groups/0',
      features: [{ name: 'group_admin', privilege: 'rw' }],
      group_resources: ['/groups/0'],
    };
    const created = await send('admin', 'POST', '/roles', role);
    const { role_resource: path } = created.body as { role_resource: string };
    const spare = { login: 'spare', group_resource: '/groups/1', role_resources: [path], password };
    const { body } = await send('admin', 'POST', '/users', spare);
    const { user_resource: user } = body as { user_resource: string };
    expect((await send('admin', 'PUT', '/users/1', { password: null })).status).toBe(200);
    const readOnly = [{ name: 'group_admin', privilege: 'ro' }];
    await refused('spare', 'PUT', path, { features: readOnly }, 'features');
    await refused('spare', 'PUT', path, { group_resources: ['/groups/1'] }, 'group_resources');
    await refused('spare', 'DELETE', path, undefined, "Second can't be deleted");
    await refused('spare', 'PUT', user, { password: null }, 'password');
    // Changes that remove no privilege are allowed: another group, another description.
    expect((await send('spare', 'PUT', user, { group_resource: '/groups/4' })).status).toBe(200);
    expect((await send('spare', 'PUT', path, { description: 'Second in command' })).status).toBe(200);
  });

  it('protects only the very last administrator if everyone signs in through a provider', async () => {
    const cookie = await service.signIn('spare');
    const spare = (method: string, url: string, data: object) =>
      service.request(undefined, method, url, data, { cookie });
    await service.database.db.updateTable('users').set({ password_hash: null }).execute();
    await service.database.db.deleteFrom('user_roles').where('role_id', '=', 1).execute();
    const { body } = await spare('PUT', '/roles/4', { group_resources: [] });
    expect(body).toEqual({ detail: [`group_resources: ${nobody}`] });
    const more = { group_resources: ['/groups/0', '/groups/1'] };
    expect((await spare('PUT', '/roles/4', more)).status).toBe(200);
    expect((await spare('POST', '/users', { login: 'new', group_resource: '/groups/0' })).status).toBe(201);
  });
});
