import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testStores } from '../../testing/databases.ts';
import { runnersOn } from '../../testing/setups/runner-setup.ts';
import { callerOf } from '../domain/access/sessions.ts';
import { deleteGroup, deleteSubtreeKind } from '../domain/groups/groups.ts';
import type { JobRow } from '../domain/ports.ts';
import { claimOn } from './claim.ts';
import { deleteSubtree } from './delete-subtree.ts';

describe.each(testStores())('deletions of the same groups on $name', ({ open }) => {
  const { database, now, group, run, work } = runnersOn(open, { isRealTime: true });
  let tops = 0;

  /** Of 1,003 groups: a root, a group with 1,000 subgroups, and a last one. */
  async function subtree() {
    const root = await group(`Top ${(tops += 1)}`, 4);
    const inner = await group('Inner', root);
    const leaf = await group('Leaf', root);
    const [first = 0] = await work.stores.groupBatches.reserveIds(1_000);
    await sql`insert into groups (id, name, description, parent_id)
      select n, 'Group ' || n, '', ${inner}::int from generate_series(${first}::int, ${first}::int + 999) n`.execute(
      database.db,
    );
    return { root, inner, leaf };
  }
  const administrator = async () => (await callerOf(work.stores, 1, 'session'))!;
  const deletion = async (rootId: number) =>
    (await work.stores.jobs.enqueue(1, deleteSubtreeKind, { rootId }, 'Queued', Infinity))!;
  const recorded = async () =>
    (await sql`select resource, count from changes where action = 'deleted' order by id`.execute(database.db))
      .rows;

  /** The final messages of jobs, and all messages that they have had. */
  async function messagesOf(jobs: readonly JobRow[]) {
    const seen = new Set<string>();
    for (;;) {
      const rows = await Promise.all(jobs.map(({ id }) => work.stores.jobs.find(id)));
      for (const row of rows) seen.add(row?.message ?? '');
      if (rows.every((row) => row?.finished)) return { last: rows.map((row) => row?.message), seen };
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  const nothing = 'Deleted 0 groups: the group was already deleted';

  it('follow each other, and the first counts all groups', async () => {
    const { root, inner } = await subtree();
    const jobs = [await deletion(root), await deletion(root), await deletion(inner)];
    run('one');
    const { last, seen } = await messagesOf(jobs);
    expect(last).toEqual(['Deleted 1,003 groups', nothing, nothing]);
    expect(seen).toContain('Queued: waiting for another deletion of the same groups');
    expect(await recorded()).toEqual([{ resource: `/groups/${root}`, count: 1_003 }]);
  });

  it('count each group once if one begins in the middle of the other', async () => {
    const { root, inner } = await subtree();
    const jobs = [await deletion(inner), await deletion(root)];
    run('one');
    expect((await messagesOf(jobs)).last).toEqual(['Deleted 1,001 groups', 'Deleted 2 groups']);
    expect(await recorded()).toEqual([
      { resource: `/groups/${inner}`, count: 1_001 },
      { resource: `/groups/${root}`, count: 2 },
    ]);
  });

  it("don't include a group that someone else deletes first, even if transactions are repeated", async () => {
    const { root, leaf } = await subtree();
    const caller = await administrator();
    const { id } = await deletion(root);
    const leaseEnd = () => new Date(now().getTime() + 15_000);
    const job = (await work.stores.jobs.claim('one', now(), leaseEnd()))!;
    const claim = claimOn({ work, job, owner: 'one', now, leaseEnd, isStopping: () => false });
    const report = async (message: string) => {
      if (message === 'Deleted 0 of 1,003 groups') await deleteGroup(work, caller, leaf, false);
      await claim.report(message);
    };
    const step: typeof claim.step = async (unit) => {
      const first = claim.step(async (stores) => {
        await unit(stores);
        throw new Error('deadlock');
      });
      await expect(first).rejects.toThrow('deadlock');
      return claim.step(unit);
    };
    await deleteSubtree({ ...claim, report, step });
    expect(await work.stores.jobs.find(id)).toMatchObject({ message: 'Deleted 1,002 groups' });
    expect(await recorded()).toEqual([
      { resource: `/groups/${leaf}`, count: 1 },
      { resource: `/groups/${root}`, count: 1_002 },
    ]);
  });

  it('leave the root to the job that has deleted everything else', async () => {
    const root = await group('Nearly deleted', 4);
    await work.stores.groups.markDeleting(root, true);
    expect(await deleteGroup(work, await administrator(), root, false)).toMatchObject({ finished: false });
    expect(await recorded()).toEqual([]);
  });
});
