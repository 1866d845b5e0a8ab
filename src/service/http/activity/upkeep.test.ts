import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testStores, waitingForLocks } from '../../../testing/databases.ts';
import { password } from '../../../testing/service.ts';
import { testServiceOn } from '../../../testing/setups/service-setup.ts';
import type { ActivityEntry } from '../../domain/activity/activity-ports.ts';
import { pruneLogs } from '../../domain/activity/pruning.ts';
import { unitOfWork } from '../../store/tables/stores.ts';

const author = { userId: 1, login: 'admin', via: 'session' };
const change = { action: 'updated', resource: '/groups/2', name: 'Acme', fields: [], groupId: 2 } as const;

describe.each(testStores())('the upkeep of the logs on $name', ({ open, name: kind }) => {
  const service = testServiceOn(open);
  const numbers = async () => {
    const { db } = service.database;
    return (await db.selectFrom('changes').select('id').orderBy('id').execute()).map(({ id }) => id);
  };
  const list = async (path: string, as = 'admin') => {
    const { body } = await service.request(as, 'GET', path);
    return body as { rows: number; data: Record<string, unknown>[]; next: string };
  };

  it('numbers entries without gaps, even if transactions are concurrent and fail', async () => {
    const attempts = Array.from({ length: 20 }, (_, index) =>
      service.work.transaction(async (stores) => {
        await stores.changes.record(author, { ...change, name: `${index}` });
        if (index % 3 === 0) throw new Error('rolled back');
      }),
    );
    await Promise.allSettled(attempts);
    expect(await numbers()).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
  });

  it('reports entries only once they are committed', async () => {
    const entries: ActivityEntry[] = [];
    const work = unitOfWork(service.database.db, () => service.clock.now, {
      isOn: true,
      onEntry: (entry) => entries.push(entry),
    });
    const failing = work.transaction(async (stores) => {
      await stores.changes.record(author, change);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(entries).toEqual([]);
    await work.transaction((stores) => stores.changes.record(author, change));
    const { data } = await list('/changes?limit=1');
    expect(entries).toMatchObject([{ change: { name: 'Acme', login: 'admin', resource: '/groups/2' } }]);
    expect(data).toMatchObject([{ name: 'Acme', at: service.clock.now.toISOString() }]);
  });

  it('removes only old entries, and the rest stays complete', async () => {
    const days = (count: number) => new Date(service.clock.now.getTime() + count * 24 * 3_600_000);
    const all = await numbers();
    await pruneLogs(service.work.stores, 90, service.clock.now);
    expect(await numbers()).toEqual(all);
    await sql`update changes set at = ${days(-100)} where id <= 5`.execute(service.database.db);
    const { next } = await list('/changes');
    await pruneLogs(service.work.stores, 90, service.clock.now);
    expect((await numbers())[0]).toBe(6);
    const after = await list('/changes?limit=1000');
    expect(after).toMatchObject({ rows: Number(next) - 5, next });
    expect(after.data).toHaveLength(after.rows);
    await pruneLogs(service.work.stores, 0, days(1));
    expect(await numbers()).toEqual([]);
    expect(await list('/changes')).toMatchObject({ rows: 0, data: [], next });
    await service.put('/groups/2', { description: 'later' });
    expect(await numbers()).toEqual([Number(next) + 1]);
  });

  it('removes any number of old entries from both logs, until it is stopped', async () => {
    const old = sql`'2000-01-01'::timestamptz, 'password', '{}'::int[], '', '', ''`;
    await sql`insert into sign_in_events (id, at, method, path, address, user_agent, request_id)
      select -n, ${old} from generate_series(1, 1100) n`.execute(service.database.db);
    const left = async () => {
      const { rows } = await sql`select from sign_in_events where id < 0`.execute(service.database.db);
      return rows.length;
    };
    await pruneLogs(service.work.stores, 90, service.clock.now, AbortSignal.abort());
    expect(await left()).toBe(1100);
    await pruneLogs(service.work.stores, 90, service.clock.now);
    expect(await left()).toBe(0);
  });

  it('keeps new entries and removes old ones if a clock was wrong', async () => {
    const { now } = service.clock;
    const days = [-100, 1_000, -99, 0, -95, 0];
    for (const _ of days) await service.work.stores.changes.record(author, change);
    const ids = (await numbers()).slice(-days.length);
    await sql`delete from changes where id < ${ids[0]}`.execute(service.database.db);
    for (const [index, count] of days.entries()) {
      const at = new Date(now.getTime() + count * 24 * 3_600_000);
      await sql`update changes set at = ${at} where id = ${ids[index]}`.execute(service.database.db);
    }
    await pruneLogs(service.work.stores, 90, now);
    expect(await numbers()).toEqual(ids.slice(3));
  });

  it('removes old entries after very many from the future', async () => {
    const { now } = service.clock;
    for (let count = 0; count < 6; count += 1) await service.work.stores.changes.record(author, change);
    const ids = (await numbers()).slice(-6);
    await sql`delete from changes where id < ${ids[0]}`.execute(service.database.db);
    await sql`update changes set at = ${new Date('2100-01-01')} where id <= ${ids[3]}`.execute(
      service.database.db,
    );
    await sql`update changes set at = ${new Date('2000-01-01')} where id = ${ids[4]}`.execute(
      service.database.db,
    );
    const prune = () =>
      service.work.stores.activity.prune('changes', { before: new Date('2001-01-01'), now, most: 2 });
    expect([await prune(), await prune(), await prune(), await prune()]).toEqual([2, 2, 1, 0]);
    expect(await numbers()).toEqual(ids.slice(5));
  });

  it.runIf(kind === 'PostgreSQL')("doesn't block other writes while a user's entries move", async () => {
    const values = { login: 'mover', display_name: '', group_resource: '/groups/2', password };
    const { user_resource: resource } = await service.create('/users', values);
    const { moving } = await service.database.db.transaction().execute(async (transaction) => {
      await sql`select from changes where record = ${resource} for update`.execute(transaction);
      const started = service.put(resource, { group_resource: '/groups/4' });
      await expect.poll(() => waitingForLocks(service.database)).toBe(1);
      const other = await service.put('/groups/1', { description: 'Concurrent' });
      expect(other.status).toBe(200);
      return { moving: started };
    });
    expect((await moving).status).toBe(200);
  });

  it("replaces a deleted user's login and addresses with a pseudonym", async () => {
    const { group_resource } = await service.create('/groups/2/groups', { name: 'Closed office' });
    const values = { login: 'canary', display_name: 'Carla Nary', group_resource, password };
    const { user_resource: resource } = await service.create('/users', values);
    const keys = `${resource}/api_keys`;
    const { key } = await service.create(keys, { name: "Carla's laptop" }, 'canary');
    const headers = { authorization: `token ${key}` };
    const byKey = await service.request(undefined, 'POST', keys, { name: "Carla's phone" }, headers);
    expect(byKey.status).toBe(201);
    await service.delete(resource);
    expect((await service.delete(group_resource)).status).toBe(200);
    // As if users had one more field.
    const phone = [{ name: 'phone', before: null, after: "canary's phone" }];
    await sql`update changes set fields = fields || ${JSON.stringify(phone)}::jsonb
      where action = 'created' and resource = ${resource}`.execute(service.database.db);
    const forget = (as: string) => service.request(as, 'POST', `${resource}/forget`);
    expect((await forget('auditor')).status).toBe(403);
    expect((await forget('tenant')).status).toBe(200);
    expect((await forget('tenant')).status).toBe(200);
    const { db } = service.database;
    const stored = [
      await db.selectFrom('changes').selectAll().execute(),
      await db.selectFrom('sign_in_events').selectAll().where('login', '<>', 'admin').execute(),
    ];
    expect(JSON.stringify(stored)).not.toMatch(/canary|carla/i);
    const { data } = await list(`/changes?resource=${resource}`, 'tenant');
    const [pseudonym] = data.map(({ name }) => name);
    expect(pseudonym).toMatch(/^forgotten-[\w-]{8}$/);
    expect(data[0]).toMatchObject({ login: 'tenant', action: 'updated' });
    const creation = data.find((entry) => entry['action'] === 'created' && entry['resource'] === resource);
    expect(creation).toMatchObject({
      name: pseudonym,
      fields: expect.arrayContaining([
        { name: 'login', before: null, after: pseudonym },
        { name: 'group_resource', before: null, after: group_resource },
        { name: 'phone', before: null, after: pseudonym },
      ]),
    });
    expect(await list(`/sign_in_events?login=${String(pseudonym)}`)).toMatchObject({
      rows: 1,
      data: [{ address: pseudonym, user_agent: '' }],
    });
    expect((await service.post('/users/999/forget')).status).toBe(404);
  });
});
