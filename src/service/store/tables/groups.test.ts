import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testStores } from '../../../testing/databases.ts';
import { recording } from '../../../testing/service.ts';
import type { ChildRow } from '../../domain/ports.ts';
import type { Database } from '../database/database.ts';
import { reachedFrom } from './scope.ts';
import { unitOfWork } from './stores.ts';

describe.each(testStores())('groups on $name', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  it('lists the subgroups of several groups in pages, each once', async () => {
    const { groups } = unitOfWork(database.db, () => new Date(0), recording).stores;
    const add = async (parentId: number, name: string) =>
      (await groups.insert({ name, description: '', parentId }))?.id ?? -1;
    const [one, none] = [await add(0, '1'), await add(0, '2')];
    const [two, other] = [await add(0, '3'), await add(0, '4')];
    const expected: ChildRow[] = [];
    // In turns, so that the order of ids is not that of parents.
    for (let index = 0; index < 5; index += 1) {
      expected.push({ parentId: two, id: await add(two, `${index}`) });
      expected.push({ parentId: one, id: await add(one, `${index}`) });
      await add(other, `${index}`);
    }
    expected.sort((a, b) => a.parentId - b.parentId || a.id - b.id);
    for (const limit of [1, 3, 5, 10, 11]) {
      const found: ChildRow[] = [];
      let page: ChildRow[] = [];
      do {
        page = await groups.childrenOf([two, none, one], page.at(-1), limit);
        expect(page.length).toBeLessThanOrEqual(limit);
        found.push(...page);
      } while (page.length > 0);
      expect(found).toEqual(expected);
    }
  });

  it('pages through a scope with gaps between its groups', async () => {
    const { groups } = unitOfWork(database.db, () => new Date(0), recording).stores;
    const ids: number[] = [];
    for (let index = 0; index < 8; index += 1)
      ids.push((await groups.insert({ name: `gap ${index}`, description: '', parentId: 0 }))?.id ?? -1);
    const [first, , third, fourth, fifth, , , last] = ids;
    const visible = [first, third, fourth, fifth, last].filter((id) => id !== undefined);
    const scope = { roots: [], single: visible };
    for (const limit of [1, 2, 3, 4])
      for (const start of [1, 2, 3, 4, 5]) {
        const template = { texts: ['', ''], columns: ['id'] } as const;
        const records = visible.slice(start, start + limit).join();
        expect(await groups.list(scope, start, limit, template)).toEqual({ rows: 5, records, start });
      }
  });

  const grow = (from: number, to: number, parent: string) =>
    sql`insert into groups (id, name, description, parent_id)
      select n, 'Group ' || n, '', ${sql.raw(parent)}
      from generate_series(${from}::int, ${to}::int) n`.execute(database.background);

  it('looks up ancestors by index to lock them', async () => {
    await sql`delete from groups where id > 0`.execute(database.db);
    await grow(1, 5_000, '(n - 1) / 10');
    await sql`select setval(pg_get_serial_sequence('groups', 'id'), 5000)`.execute(database.db);
    await sql`analyze groups`.execute(database.db);
    await database.db.transaction().execute(async (transaction) => {
      const { groups, groupBatches } = unitOfWork(transaction, () => new Date(0), recording).stores;
      const scans = async () => {
        const counted = sql`select seq_scan from pg_stat_xact_user_tables where relname = 'groups'`;
        return (await counted.execute(transaction)).rows;
      };
      const before = await scans();
      expect(await groups.lockPath(5_000)).toBe(true);
      expect(await groups.insert({ name: 'Leaf', description: '', parentId: 5_000 })).toBeDefined();
      expect(await groupBatches.lockPaths([5_000, 4_000])).toBe(true);
      expect(await scans()).toEqual(before);
    });
  });

  it('looks up subgroups by index, even with the statistics of a smaller tree', async () => {
    await sql`delete from groups where id > 0`.execute(database.db);
    await grow(1, 1_200, 'case when n <= 100 then 0 else 1 + n % 100 end');
    await sql`analyze groups`.execute(database.db);
    await grow(1_201, 40_000, 'case when n < 2200 then n - 1 else n % 1000 end');
    const plan = await sql`explain ${reachedFrom([0])} select id from reached`.execute(database.db);
    expect(JSON.stringify(plan.rows)).not.toContain('Seq Scan on groups');
    const { groups } = unitOfWork(database.db, () => new Date(0), recording).stores;
    expect(await groups.subtreeSize(0)).toBe(40_001);
  });
});
