import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { anyTestStore } from '../../testing/databases.ts';
import { runnersOn } from '../../testing/setups/runner-setup.ts';
import { callerOf } from '../domain/access/sessions.ts';
import { deleteUser } from '../domain/access/users.ts';
import { deleteSubtreeKind } from '../domain/groups/groups.ts';

const admin = 1;
const past = new Date('2026-01-01T11:00:00Z');

describe.each(anyTestStore())("a deletion that won't be finished, on $name", ({ open }) => {
  const { database, errors, group, run, work } = runnersOn(open);
  let root: number;
  let user: number;
  let job: number;
  let tops = 0;

  /** The process was killed after deleting one group of three, and its claim has expired. */
  beforeEach(async () => {
    const { groups, jobs, users } = work.stores;
    root = await group(`Top ${(tops += 1)}`, 4);
    await group('Left', root);
    const deleted = await group('Deleted', root);
    user = await users.insert({ login: `user ${root}`, display_name: '', group_id: 0, password_hash: null });
    await users.setRoles(user, [1]);
    job = (await jobs.enqueue(user, deleteSubtreeKind, { rootId: root }, 'Waiting', 1))!.id;
    await jobs.claim('killed', past, past);
    await groups.markDeleting(root, true);
    await jobs.recordProgress(job, 'killed', 'Deleted 1 of 3 groups', 3);
    await groups.delete([deleted]);
  });
  const status = () => work.stores.jobs.find(job);
  const isOpen = () => work.stores.groups.lockPath(root);
  const recorded = async () => {
    const found = sql`select resource, count from changes where action = 'deleted' and collection = 'groups'`;
    return (await found.execute(database.db)).rows;
  };
  const partly = () => [{ resource: `/groups/${root}/groups`, count: 1 }];

  it('is recorded, and reopens the subtree, if something now prevents it', async () => {
    await database.db
      .insertInto('users')
      .values({ login: `late ${root}`, display_name: '', group_id: root, search_text: '' })
      .execute();
    run('next');
    await expect
      .poll(status)
      .toMatchObject({ failed: true, message: expect.stringMatching(/^Failed: users still belong to /) });
    expect(await recorded()).toEqual(partly());
    expect(await isOpen()).toBe(true);
  });

  it('is recorded, and reopens the subtree, in the transaction that ends it', async () => {
    await sql`update jobs set attempts = 20`.execute(database.db);
    // Simulates a crash between the two: the subtree can't be reopened.
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise ''closed''; end'`.execute(
      database.db,
    );
    await sql`create trigger refuse before update on groups for each row
      when (old.deleting and not new.deleting) execute function refuse()`.execute(database.db);
    const runner = run('next');
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    await sql`drop trigger refuse on groups`.execute(database.db);
    await sql`drop function refuse`.execute(database.db);
    expect(await status()).toMatchObject({ finished: false });
    expect(await recorded()).toEqual([]);
    await work.stores.jobs.releaseAll();
    runner.wake();
    await expect.poll(status).toMatchObject({ failed: true, message: 'Failed: gave up after 20 attempts' });
    expect(await recorded()).toEqual(partly());
    expect(await isOpen()).toBe(true);
  });

  it('is recorded, and reopens the subtree, when its user is deleted while no process works on it', async () => {
    const caller = (await callerOf(work.stores, admin, 'session'))!;
    await work.transaction((stores) => deleteUser({ stores, caller }, user));
    expect(await status()).toBeUndefined();
    expect(await recorded()).toEqual(partly());
    expect(await isOpen()).toBe(true);
  });
});
