import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testStores } from '../../testing/databases.ts';
import { runnersOn } from '../../testing/setups/runner-setup.ts';
import type { MetadataSource } from '../domain/oidc/oidc-ports.ts';
import type { JobRow } from '../domain/ports.ts';
import { Problem } from '../domain/problem.ts';
import { claimOn, JobLost } from './claim.ts';
import { importGroups } from './import-groups.ts';
import type { Runner } from './runner.ts';

const admin = 1;
const americas = 4;

describe.each(testStores())('the job runner on $name', ({ open, name }) => {
  const { clock, database, errors, group, run, work } = runnersOn(open);
  const later = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1000);
  };
  const leaseEnd = () => new Date(clock.now.getTime() + 15_000);
  const claimed = async (owner: string) => {
    const job = (await work.stores.jobs.claim(owner, clock.now, leaseEnd()))!;
    return claimOn({ work, job, owner, now: () => clock.now, leaseEnd, isStopping: () => false });
  };

  let tops = 0;
  /** `count` groups in a chain of fans below a new group of Americas; returns its id. */
  async function subtree(count: number): Promise<number> {
    const root = await group(`Top ${(tops += 1)}`, americas);
    const rows = Array.from({ length: count }, (_, index) => ({
      id: root + 1 + index,
      name: `Group ${index}`,
      description: '',
      parent_id: index === 0 ? root : root + 1 + Math.floor((index - 1) / 7),
    }));
    await database.db.insertInto('groups').values(rows).execute();
    await sql`select setval(pg_get_serial_sequence('groups', 'id'), ${root + count}::int)`.execute(
      database.db,
    );
    return root;
  }
  const countFrom = async (least: number) =>
    (await database.db.selectFrom('groups').select('id').where('id', '>=', least).execute()).length;
  const recordedDeletions = async (root: number) => {
    const { rows } = await sql`select resource, count, login, via, request_id from changes
      where action = 'deleted' and record = ${`/groups/${root}`}`.execute(database.db);
    return rows;
  };
  const queued = async (kind: string, payload: object, user = admin) =>
    (await work.stores.jobs.enqueue(user, kind, payload, 'Waiting', Infinity))!;
  const deletion = (rootId: number) => queued('delete-subtree', { rootId });
  const creation = (values: object, parentId = americas) =>
    queued('write', { action: 'create-group', parentId, values });
  /** Waits until a job has deleted some groups. */
  async function begun({ id }: JobRow): Promise<void> {
    while (!/^Deleted [1-9]/.test((await work.stores.jobs.find(id))?.message ?? ''))
      await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async function finished({ id }: JobRow): Promise<JobRow> {
    for (;;) {
      const row = await work.stores.jobs.find(id);
      if (!row) throw new Error(`Job ${id} is gone`);
      if (row.finished) return row;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  /** Expects that a job fails for good; seconds go by in a moment. */
  async function givesUp(runner: Runner, job: JobRow): Promise<void> {
    const turning = setInterval(() => {
      later(5);
      runner.wake();
    }, 20);
    const ended = await finished(job);
    clearInterval(turning);
    expect(ended).toMatchObject({ failed: true, message: "Failed: internal error; see the service's log" });
  }

  it('claims a job that was claimed while a clock was ahead', async () => {
    const job = await creation({ name: 'Taken tomorrow', description: '' });
    await work.stores.jobs.claim('gone', clock.now, new Date(clock.now.getTime() + 24 * 3600 * 1000));
    run('one');
    expect(await finished(job)).toMatchObject({ failed: false });
  });

  it("doesn't run a job twice at a time when it seems abandoned after a pause", async () => {
    const fetches: (() => void)[] = [];
    const metadata: MetadataSource = () =>
      new Promise((_resolve, reject) => fetches.push(() => reject(new Problem(400, ['no provider']))));
    const sealed = { name: 'Slow', metadata_url: 'https://op.example', ...blank };
    const slow = await queued('write-oidc-op', { action: 'create', id: 78, values: { sealed } });
    run('one', { metadata });
    await expect.poll(() => fetches.length).toBe(1);
    later(60);
    // Jobs are claimed in order.
    await finished(await creation({ name: 'After the pause', description: '' }));
    for (const end of fetches) end();
    expect(fetches).toHaveLength(1);
    expect(await finished(slow)).toMatchObject({ failed: true, message: 'Failed: no provider' });
  });

  it('runs each job once with two runners', async () => {
    const before = await countFrom(5);
    const jobs: JobRow[] = [];
    for (let index = 0; index < 20; index += 1)
      jobs.push(await creation({ name: `Made ${index}`, description: '' }));
    run('one');
    run('two');
    const ended = await Promise.all(jobs.map((job) => finished(job)));
    expect(ended.filter((job) => job.failed)).toEqual([]);
    expect(await countFrom(5)).toBe(before + 20);
    expect(errors).toEqual([]);
  });

  it('imports nothing for a user who loses the privilege once their lines are checked', async () => {
    const tenant = 2;
    await queued('import-groups', { groups: [{ name: 'Too late', parent: '/groups/1' }] }, tenant);
    const claim = await claimed('one');
    const roles = (await work.stores.roles.ofUser(tenant)).map(({ id }) => id);
    const report = async (message: string) => {
      if (message.startsWith('Creating')) await work.stores.users.setRoles(tenant, []);
      await claim.report(message);
    };
    await expect(importGroups({ ...claim, report })).rejects.toThrow('you can no longer create groups there');
    await work.stores.users.setRoles(tenant, roles);
  });

  it("continues a dead instance's job once its claim has expired", async () => {
    const root = await subtree(300);
    const job = await deletion(root);
    const dead = await work.stores.jobs.claim('dead', clock.now, leaseEnd());
    await work.stores.jobs.recordProgress(job.id, 'dead', 'Deleted 1 of 301 groups', 301);
    await work.stores.groups.delete([root + 300]);
    expect(dead?.id).toBe(job.id);
    const runner = run('alive');
    runner.wake();
    await finished(await creation({ name: 'Inserted', description: '' }));
    expect(await work.stores.jobs.find(job.id)).toMatchObject({ finished: false });
    later(20);
    runner.wake();
    expect(await finished(job)).toMatchObject({ failed: false, message: 'Deleted 301 groups' });
  });

  it("doesn't take over active jobs, and stops working on a lost job", async () => {
    const before = await countFrom(5);
    const job = await creation({ name: 'Once', description: '' });
    const slow = await claimed('slow');
    const another = () => work.stores.jobs.claim('other', clock.now, leaseEnd());
    expect(await another()).toBeUndefined();
    later(20);
    expect(await another()).toMatchObject({ id: job.id, attempts: 2 });
    await work.stores.jobs.recordProgress(job.id, 'other', 'Waiting', 0);
    later(20);
    expect(await another()).toMatchObject({ id: job.id, attempts: 1 });
    const late = slow.step(async (stores) => {
      await stores.groups.insert({ name: 'Twice', description: '', parentId: americas });
      await slow.finish(stores, 'Done by the wrong one');
    });
    await expect(late).rejects.toBeInstanceOf(JobLost);
    expect(await countFrom(5)).toBe(before);
    expect(await work.stores.jobs.find(job.id)).toMatchObject({ finished: false, message: 'Waiting' });
  });

  it('releases the job when stopped, and continues at the next start', async () => {
    const root = await subtree(2_000);
    const job = await deletion(root);
    const first = run('first');
    await begun(job);
    await first.stop();
    expect(await work.stores.jobs.find(job.id)).toMatchObject({ finished: false });
    const left = await countFrom(root);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(2_001);
    run('second');
    expect(await finished(job)).toMatchObject({ failed: false, message: 'Deleted 2,001 groups' });
    expect(await recordedDeletions(root)).toMatchObject([{ resource: `/groups/${root}`, count: 2_001 }]);
    expect(await countFrom(root)).toBe(0);
  });

  it("uses the user's privileges at the start of the deletion", async () => {
    const root = await subtree(3);
    const auditor = 3;
    const job = await queued('delete-subtree', { rootId: root }, auditor);
    run('one');
    expect(await finished(job)).toMatchObject({
      failed: true,
      message: `Failed: requires privilege rw on feature group for /groups/${root}`,
    });
    expect(await work.stores.groups.lockPath(root)).toBe(true);
  });

  it('leaves the subtree unchanged and open if a user belongs to one of its groups', async () => {
    const root = await subtree(900);
    const user = { login: 'deep', display_name: '', group_id: root + 900, search_text: '' };
    await database.db.insertInto('users').values(user).execute();
    const job = await deletion(root);
    run('one');
    expect(await finished(job)).toMatchObject({
      failed: true,
      message: 'Failed: users still belong to Group 899',
    });
    expect(await countFrom(root)).toBe(901);
    expect(await work.stores.groups.lockPath(root + 899)).toBe(true);
  });

  it("rejects additions to a subtree that's being deleted", async () => {
    const root = await subtree(10);
    await work.stores.groups.markDeleting(root, true);
    const job = await creation({ name: 'Too late', description: '' }, root + 5);
    await deletion(root);
    expect(await work.stores.jobs.claim('other', clock.now, leaseEnd())).toMatchObject({ id: job.id });
    // Another instance holds the deletion, so that the subtree still exists when the addition runs.
    await work.stores.jobs.claim('other', clock.now, leaseEnd());
    await work.stores.jobs.release(job.id, 'other', null, false);
    run('one');
    expect(await finished(job)).toMatchObject({
      failed: true,
      message: 'Failed: the parent group is being deleted',
    });
  });

  it('reopens subtrees that no job is deleting anymore', async () => {
    const root = await subtree(10);
    await work.stores.groups.markDeleting(root, true);
    run('one');
    await finished(await creation({ name: 'Possible again', description: '' }, root));
    expect(await work.stores.groups.lockPath(root)).toBe(true);
  });

  it('retries after an internal error, then fails with a reason', async () => {
    const job = await queued('delete-subtree', { rootId: 'no number' });
    const unknown = await queued('paint-it-black', {});
    await givesUp(run('one'), job);
    expect(errors).toHaveLength(5);
    expect(await finished(unknown)).toMatchObject({
      message: "Failed: this version doesn't support jobs of kind paint-it-black",
    });
  });

  it('commits a write and the end of its job in one transaction', async () => {
    const before = await countFrom(5);
    // Simulates a crash between the two: successful ends can't be stored.
    await sql`create function refuse() returns trigger language plpgsql
      as 'begin raise ''no end''; end'`.execute(database.db);
    await sql`create trigger refuse before update on jobs for each row
      when (new.finished and not new.failed) execute function refuse()`.execute(database.db);
    const sealed = { name: 'Half done', metadata_url: '', ...blank };
    const jobs = [
      await creation({ name: 'Half done', description: '' }),
      await queued('write-oidc-op', { action: 'create', id: 77, values: { sealed } }),
      await queued('import-groups', { groups: [{ name: 'Half done', description: '' }] }),
    ];
    const runner = run('one');
    for (const job of jobs) await givesUp(runner, job);
    await sql`drop trigger refuse on jobs`.execute(database.db);
    await sql`drop function refuse`.execute(database.db);
    expect(await countFrom(5)).toBe(before);
    expect(await database.db.selectFrom('oidc_ops').select('id').execute()).toEqual([]);
  });
  const blank = {
    client_id: 'x',
    client_secret: 'sealed',
    scope: 'openid',
    username_path: 'sub',
    logout_method: 'none',
    post_logout_redirect_uri: '',
  };

  it.each([
    ['9.6', true],
    ['9.7', false],
  ])('keeps finished statuses as version %s does', async (version, stays) => {
    const runner = run('one', { version });
    const job = await creation({ name: `Made under ${version}`, description: '' });
    await finished(job);
    later(3599);
    runner.wake();
    await finished(await creation({ name: `Soon after under ${version}`, description: '' }));
    expect(await work.stores.jobs.find(job.id)).toBeDefined();
    later(2);
    // The runner has swept between these two, before it rested.
    for (const which of ['One', 'Another']) {
      const next = await creation({ name: `${which} later under ${version}`, description: '' });
      runner.wake();
      await finished(next);
    }
    expect((await work.stores.jobs.find(job.id)) !== undefined).toBe(stays);
  });

  it.runIf(name === 'PGlite')('immediately continues the jobs of the previous process', async () => {
    const job = await creation({ name: 'Made before', description: '' });
    await work.stores.jobs.claim('dead', clock.now, leaseEnd());
    run('next', { isOnlyProcess: true });
    expect(await finished(job)).toMatchObject({ failed: false });
  });
});
