import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testStores } from '../../testing/databases.ts';
import { startTestService, testOrigin, type TestService } from '../../testing/service.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';
import { openSession } from '../domain/access/sessions.ts';

/** Two instances, so that the one that serves a request isn't the one that changed something. */
describe.each(testStores())('a revocation on $name', ({ open }) => {
  const here = testServiceOn(open);
  let there: TestService;
  beforeAll(async () => {
    there = await startTestService(here.database);
  });
  afterAll(() => there.close());

  /** Of each of the four kinds. `REVOCATIONS=250` makes it 1,000 in all, which takes minutes. */
  const times = Number(process.env['REVOCATIONS'] ?? 4);
  let made = 0;

  /** A user who can read groups through a role of their own. */
  async function newUser() {
    made += 1;
    const { role_resource: role } = await here.create('/roles', {
      name: `Reader ${made}`,
      admin_group: '/groups/0',
      features: [{ name: 'group', privilege: 'ro' }],
      group_resources: ['/groups/0'],
    });
    const user = { login: `reader${made}`, group_resource: '/groups/4', role_resources: [role] };
    const { user_resource: path } = await here.create('/users', user);
    const id = Number(path.split('/').at(-1));
    return { path, id, role, cookie: await newSession(id) };
  }

  async function newSession(userId: number): Promise<string> {
    const user = { id: userId, login: 'reader' };
    return `session=${await openSession(here.work.stores, user, here.clock.now, testOrigin)}`;
  }

  async function read(headers: Record<string, string>): Promise<number> {
    return (await there.raw({ method: 'GET', url: '/groups/1', headers })).status;
  }

  /**
   * Sends requests all the time while something is revoked.
   * @returns the statuses of those sent after the revocation was acknowledged
   */
  async function around(revoke: () => Promise<unknown>, request: () => Promise<number>): Promise<number[]> {
    let revoked = false;
    const late: number[] = [];
    const sending = Promise.all(
      [1, 2].map(async () => {
        for (let after = 0; after < 2;) {
          const isLate = revoked;
          const status = await request();
          // Responses from memory would keep other events from being processed.
          await setImmediate();
          if (!isLate) continue;
          late.push(status);
          after += 1;
        }
      }),
    );
    await revoke();
    revoked = true;
    await sending;
    return late;
  }

  const refused = [0, 1, 2, 3].map(() => 401);

  it('ends a session everywhere at the same time', async () => {
    const { id } = await newUser();
    for (let count = 0; count < times; count += 1) {
      const cookie = await newSession(id);
      expect(await read({ cookie })).toBe(200);
      const signOut = () => here.raw({ method: 'DELETE', url: '/authentication', headers: { cookie } });
      expect(await around(signOut, () => read({ cookie }))).toEqual(refused);
    }
  });

  it('ends an API key everywhere at the same time', async () => {
    const { path } = await newUser();
    for (let count = 0; count < times; count += 1) {
      const { key, api_key_resource: resource } = await here.create(`${path}/api_keys`, { name: 'a key' });
      const headers = { authorization: `token ${key}` };
      expect(await read(headers)).toBe(200);
      const revoke = () => here.delete(resource);
      expect(await around(revoke, () => read(headers))).toEqual(refused);
    }
  });

  it('also ends a session whose request is still arriving', async () => {
    const { role, cookie } = await newUser();
    await here.put(role, { features: [{ name: 'group', privilege: 'rw' }] });
    const url = await there.app.listen({ port: 0, host: '127.0.0.1' });
    const createGroup = async (whileArriving: () => Promise<unknown>) => {
      const body = JSON.stringify({ data: { name: `Late ${(made += 1)}`, description: '' } });
      const headers = { cookie, 'content-type': 'application/json', 'content-length': body.length };
      const sent = send(`${url}/groups`, { method: 'POST', headers });
      sent.write(body.slice(0, 10));
      await whileArriving();
      sent.end(body.slice(10));
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    // As long as a slow network takes.
    expect(await createGroup(() => sleep(300))).toBe(201);
    const signOut = async () => {
      await sleep(300);
      await here.raw({ method: 'DELETE', url: '/authentication', headers: { cookie } });
    };
    expect(await createGroup(signOut)).toBe(401);
  });

  it('leaves no one who may send a large body', async () => {
    const { cookie } = await newUser();
    await here.raw({ method: 'DELETE', url: '/authentication', headers: { cookie } });
    const headers = { cookie, 'content-type': 'application/json', 'content-length': 30 * 1024 ** 2 };
    const sent = send(`${there.app.listeningOrigin}/group_imports`, { method: 'POST', headers });
    sent.flushHeaders();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(401);
    sent.destroy();
  });

  it('takes a privilege away everywhere at the same time', async () => {
    const { path, role, cookie } = await newUser();
    const changes: [string, object, object][] = [
      [path, { role_resources: [] }, { role_resources: [role] }],
      [role, { features: [] }, { features: [{ name: 'group', privilege: 'ro' }] }],
      [role, { group_resources: [] }, { group_resources: ['/groups/0'] }],
    ];
    for (const [resource, less, more] of changes) {
      for (let count = 0; count < times; count += changes.length) {
        expect(await read({ cookie })).toBe(200);
        const revoke = () => here.put(resource, less);
        expect(await around(revoke, () => read({ cookie }))).toEqual(refused.map(() => 403));
        await here.put(resource, more);
      }
    }
  });

  it('ends everything with the user or the role', async () => {
    for (let count = 0; count < times; count += 1) {
      const { path, role, cookie } = await newUser();
      expect(await read({ cookie })).toBe(200);
      const [gone, status] = count % 2 === 0 ? [path, 401] : [role, 403];
      const revoke = () => here.delete(gone);
      expect(await around(revoke, () => read({ cookie }))).toEqual(refused.map(() => status));
    }
  });

  it("doesn't return from memory after a backup without it was restored", async () => {
    const { path, role, cookie } = await newUser();
    await here.put(path, { role_resources: [] });
    const backup = await here.database.db.selectFrom('user_roles').selectAll().execute();
    await here.put(path, { role_resources: [role] });
    expect(await read({ cookie })).toBe(200);
    await here.database.db.transaction().execute(async (transaction) => {
      // As `pg_restore --clean` does: no trigger notices.
      await sql`set local session_replication_role = replica`.execute(transaction);
      await transaction.deleteFrom('user_roles').execute();
      await transaction.insertInto('user_roles').values(backup).execute();
    });
    await here.put('/groups/1', { description: 'changed since' });
    expect(await read({ cookie })).toBe(403);
  });
});
