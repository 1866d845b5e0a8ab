import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Change, Recreation } from '../../../contract/activity/changes.ts';
import type { Group } from '../../../contract/groups/groups.ts';
import { anyTestStore } from '../../../testing/databases.ts';
import { recording } from '../../../testing/service.ts';
import { testServiceOn } from '../../../testing/setups/service-setup.ts';
import { deleteSubtreeKind } from '../../domain/groups/groups.ts';
import { addKept, keepGroups } from '../../domain/groups/kept-groups.ts';
import { unitOfWork } from '../../store/tables/stores.ts';

const emea = '/groups/1';
const grants = [{ name: 'group', privilege: 'rw' }];

describe.each(anyTestStore())('the recreation of deleted groups on $name', ({ open }) => {
  const service = testServiceOn(open);
  let names = 0;
  const fresh = (text = 'Top') => `${text} ${(names += 1)}`;
  const group = async (parent: string, name: string, description = '') =>
    (await service.create(`${parent}/groups`, { name, description })).group_resource;
  const role = async (applies: string[], more = {}) => {
    const values = { name: fresh('Role'), admin_group: '/groups/0', group_resources: applies };
    return (await service.create('/roles', { ...values, features: grants, ...more })).role_resource;
  };
  const get = async <Body>(path: string, as = 'admin') =>
    (await service.request(as, 'GET', path)).body as Body;
  const appliesTo = async (path: string) => (await get<{ group_resources: string[] }>(path)).group_resources;
  const listed = async (query: string) => (await get<{ data: Change[] }>(`/changes?${query}`)).data;
  const idOf = (path: string) => Number(path.split('/')[2]);

  /** Deletes a group and returns its entry. */
  async function remove(path: string, headers: Record<string, string> = {}): Promise<Change> {
    const deleted = await service.delete(path, undefined, headers);
    if (deleted.status === 202) await service.finished('admin', String(deleted.headers['location']));
    const [entry] = await listed(`resource=${path}&action=deleted`);
    if (!entry) throw new Error(`Nothing was recorded: ${deleted.text}`);
    return entry;
  }

  async function recreate({ change_resource }: Pick<Change, 'change_resource'>, as = 'admin', query = '') {
    const path = `${change_resource}/recreation${query}`;
    const check = await get<Recreation>(path, as);
    const { status, headers, body } = await service.request(as, 'POST', path);
    if (status !== 202) return { check, status, body };
    return { check, status, job: await service.finished(as, String(headers['location'])), body };
  }

  const childrenOf = async (path: string) => (await get<{ data: Group[] }>(`${path}/groups`)).data;

  /** Records what a deletion of groups that never existed has kept. @returns its entry */
  async function record(
    lines: readonly { id: number; parentId: number; description?: string; roleIds?: number[] }[][],
    { requestId = '', now = service.clock.now } = {},
  ) {
    const { stores } = unitOfWork(service.database.db, () => now, recording);
    const texts = lines.map((some) =>
      some.map((each) => ({ name: 'Kept', description: '', roleIds: [], ...each })),
    );
    const deleted = gzipSync(texts.map((some) => `${JSON.stringify(some)}\n`).join(''));
    const change = { action: 'deleted', resource: '/groups/1', name: 'Kept', fields: [] } as const;
    const author = { userId: 1, login: 'admin', via: '', requestId };
    await stores.changes.record(author, { ...change, groupId: 1, deleted });
    const [entry] = await listed('resource=/groups/1&action=deleted&limit=1');
    return entry as Change;
  }

  it('creates the groups with new ids where they were, and has roles apply to them again', async () => {
    const name = fresh();
    const top = await group(emea, name, 'First\u2028"second"');
    const inner = await group(top, 'Inner');
    const leaf = await group(inner, 'Leaf', 'Last');
    await group(top, 'Other');
    const both = await role([emea, inner, leaf]);
    const one = await role([inner]);
    const gone = await role([top]);
    const entry = await remove(top);
    expect(entry).toMatchObject({ count: 4, recreatable: true });
    expect(await appliesTo(one)).toEqual([]);
    await service.delete(gone);

    const { check, job } = await recreate(entry);
    expect(check).toEqual({
      deletions: 1,
      groups: 4,
      roles: 2,
      paths: [[name], [name, 'Inner'], [name, 'Other'], [name, 'Inner', 'Leaf']],
      problems: [],
    });
    expect(job).toMatchObject({ failed: false, message: 'Created 4 groups' });
    const created = (await childrenOf(emea)).find((child) => child.name === name);
    expect(created).toMatchObject({ description: 'First\u2028"second"' });
    const below = await childrenOf(created?.group_resource ?? '');
    expect(below.map((child) => child.name)).toEqual(['Inner', 'Other']);
    const [newInner = ''] = below.map((child) => child.group_resource);
    expect(idOf(newInner)).toBeGreaterThan(idOf(leaf));
    const [newLeaf] = await childrenOf(newInner);
    expect(newLeaf).toMatchObject({ name: 'Leaf', description: 'Last' });
    expect(await appliesTo(both)).toEqual([emea, newInner, newLeaf?.group_resource]);
    expect(await appliesTo(one)).toEqual([newInner]);

    const [after] = await listed(`resource=${created?.group_resource}`);
    expect(after).toMatchObject({ action: 'created', count: 4, login: 'admin', recreatable: null });
    expect((await listed('limit=3')).map((change) => `${change.action} ${change.resource}`)).toEqual([
      `created ${created?.group_resource}`,
      `updated ${one}`,
      `updated ${both}`,
    ]);
  });

  it('names what prevents it, and then does nothing', async () => {
    const name = fresh();
    const outer = await group(emea, fresh());
    const top = await group(outer, name);
    await group(top, 'Below');
    const entry = await remove(top);
    const taken = await group(outer, name);
    const sentence = `${name}: name: another group with the same parent already has the name "${name}"`;
    expect(await recreate(entry)).toMatchObject({
      check: { groups: 2, problems: [sentence] },
      status: 409,
      body: { detail: [sentence] },
    });
    await remove(taken);
    await remove(outer);
    expect((await recreate(entry)).check.problems).toEqual([
      `${name}: parent: Group ${idOf(outer)} doesn't exist or isn't visible to you`,
    ]);
    expect((await service.get('/changes/999999/recreation')).status).toBe(404);
    const [creation] = await listed(`resource=${top}&action=created`);
    expect((await service.post(`${creation?.change_resource}/recreation`)).status).toBe(404);
  });

  it('needs what changing the roles and creating the groups needs, also when the job runs', async () => {
    const top = await group(emea, fresh());
    const hidden = await role([top]);
    const features = [{ name: 'palisade', privilege: 'rw' }];
    const wide = await role([top], { name: 'Wide', admin_group: emea, features });
    const entry = await remove(top);
    const { check, status } = await recreate(entry, 'tenant');
    expect(status).toBe(409);
    expect(check.problems).toEqual([
      "a role that isn't visible to you applied to these groups",
      `Wide: requires privilege rw on feature palisade for ${emea}`,
    ]);
    await service.delete(hidden);
    await service.delete(wide);
    // Their rights end between request and job.
    const { stores } = service.work;
    const changeIds = [idOf(entry.change_resource)];
    const job = await stores.jobs.enqueue(4, 'import-groups', { changeIds }, '', 9);
    await expect
      .poll(() => stores.jobs.find(job?.id ?? 0), { timeout: 10_000 })
      .toMatchObject({ failed: true, message: expect.stringContaining("isn't visible to you") });
    expect((await recreate(entry, 'tenant')).status).toBe(202);
  });

  it('recreates all that one run deleted', async () => {
    const run = { 'x-request-id': `run-${fresh('')}`.replace(' ', '') };
    const outer = await group(emea, fresh());
    const inner = await group(outer, fresh());
    await group(inner, 'Below');
    const other = await group('/groups/4', fresh());
    const first = await remove(inner, run);
    await remove(outer, run);
    await remove(other, run);
    const now = new Date(service.clock.now.getTime() + 61 * 60_000);
    await record([[{ id: 900_001, parentId: 1 }]], { requestId: run['x-request-id'], now });
    expect((await recreate(first)).check).toMatchObject({
      deletions: 3,
      groups: 2,
      problems: [expect.stringContaining(`Group ${idOf(outer)} doesn't exist`)],
    });
    // The tenant can't see the entry about the other group.
    expect(await get(`${first.change_resource}/recreation?run=true`, 'tenant')).toMatchObject({ groups: 3 });
    const { check, job } = await recreate(first, 'admin', '?run=true');
    expect(check).toMatchObject({ deletions: 3, groups: 4, problems: [] });
    expect(job).toMatchObject({ failed: false });
    const created = await listed('action=created&resource=/groups&limit=2');
    expect(created.map(({ count }) => count)).toEqual([3, 1]);
  });

  it('recreates one of several deletions with the same ID', async () => {
    const constant = { 'x-request-id': 'constant' };
    const name = fresh();
    const first = await remove(await group(emea, name, 'First'), constant);
    await remove(await group(emea, name, 'Second'), constant);
    expect((await recreate(first, 'admin', '?run=true')).check.problems).toEqual([
      `${name}: name: another deleted group has the same name and parent`,
    ]);
    const check = { deletions: 2, groups: 1 };
    expect(await recreate(first)).toMatchObject({ check, job: { failed: false } });
    expect((await childrenOf(emea)).find((each) => each.name === name)?.description).toBe('First');
  });

  it('keeps groups within limits of their size, as text and together, and of all entries', async () => {
    const { stores } = service.work;
    const top = idOf(await group(emea, fresh()));
    const newGroups = async (description: string) => {
      const ids = await stores.groupBatches.reserveIds(10);
      await stores.groupBatches.insert(ids.map((id) => ({ id, name: `${id}`, description, parentId: top })));
      return ids;
    };
    const kept = async (ids: number[], times: number, isOn = true) => {
      const work = unitOfWork(service.database.db, () => service.clock.now, { ...recording, isOn });
      const groups = keepGroups(work.stores);
      for (let done = 0; done < times; done += 1) await groups.add(ids);
      return groups.stored().length;
    };
    const description = 'x'.repeat(400_000);
    const alike = await newGroups(description);
    const random = await newGroups(randomBytes(300_000).toString('base64'));
    const [one, off] = [await kept(alike, 1), await kept(alike, 1, false)];
    expect([one > 0, off, await kept(alike, 17), await kept(random, 4)]).toEqual([true, 0, 0, 0]);

    const together = { requestId: 'large' };
    const ids = Array.from({ length: 90 }, (_, index) => 1_000_000 + index);
    const lines = ids.map((id) => [{ id, parentId: 1, description }]);
    const older = await record(lines, together);
    const newer = await record(lines, together);
    const isRecreatable = async () =>
      (await listed('resource=/groups/1&limit=2')).map(({ recreatable }) => recreatable);
    expect(await get(`${older.change_resource}/recreation?run=true`)).toMatchObject({
      problems: ['the groups are too large to recreate together'],
    });
    expect(await isRecreatable()).toEqual([true, true]);
    const { length = 0 } = (await stores.changes.deletedGroups(idOf(newer.change_resource))) ?? {};
    await stores.activity.limitKept(length);
    expect(await isRecreatable()).toEqual([true, false]);
    const sentence = "the groups aren't kept: they took more than 8 MB, or newer deletions needed the space";
    expect(await recreate(older)).toMatchObject({
      check: { groups: 0, problems: [sentence] },
      status: 409,
      body: { detail: [sentence] },
    });
  });

  it('checks deep trees, one at a time so that other requests are served', async () => {
    const applied = await role([emea]);
    const deep = Array.from({ length: 12_000 }, (_, index) => ({
      id: 2_000_000 + index,
      parentId: index === 0 ? 1 : 1_999_999 + index,
      roleIds: index === 11_999 ? [idOf(applied)] : [],
    }));
    const { change_resource: path } = await record([deep]);
    const order: string[] = [];
    const send = async (what: string, url: string) => {
      const { status } = await service.get(url);
      order.push(`${what} ${status}`);
    };
    const checks = Array.from({ length: 6 }, () => send('check', `${path}/recreation`));
    await Promise.all([...checks, send('other', emea)]);
    expect(order[0]).toBe('other 200');
    expect(order).toContain('check 200');
  });

  it('creates only what a deletion that was not finished has deleted', async () => {
    const top = await group(emea, fresh());
    const inner = await group(top, 'Inner');
    const left = await group(top, 'Left');
    const leaf = await group(inner, 'Leaf');
    const { work } = service;
    const [rootId = 0, ...ids] = [top, inner, left, leaf].map(idOf);
    // A process was killed after it had deleted two groups of four.
    await work.transaction(async (within) => {
      const job = await within.jobs.enqueue(1, deleteSubtreeKind, { rootId }, '', 99);
      const until = new Date(service.clock.now.getTime() + 15_000);
      expect(await within.jobs.claim('killed', service.clock.now, until)).toMatchObject({ id: job?.id });
      const kept = keepGroups(within);
      await kept.add([rootId, ...ids]);
      await addKept(within, { id: job?.id ?? 0 }, kept.stored());
      await within.jobs.recordProgress(job?.id ?? 0, 'killed', '', 4);
      await within.groups.delete([idOf(leaf), idOf(inner)]);
    });
    // Who belongs to it now keeps it from being continued.
    await service.create('/users', { login: fresh('user'), group_resource: top });
    await work.stores.jobs.releaseAll();
    const found = () => listed(`resource=${top}&action=deleted`);
    await expect.poll(found, { timeout: 10_000 }).toMatchObject([{ count: 2, recreatable: true }]);
    const [entry] = await found();
    const { check, status } = await recreate(entry as Change);
    expect({ check, status }).toMatchObject({ check: { groups: 2, problems: [] }, status: 202 });
    expect((await childrenOf(top)).map(({ name }) => name)).toEqual(['Left', 'Inner']);
  });
});
