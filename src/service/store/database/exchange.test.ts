import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testStores } from '../../../testing/databases.ts';
import type { Database } from './database.ts';

describe.each(testStores())('early statements on $name', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    // Opens the connection.
    await processOf(database.db, 0);
  });
  afterAll(() => database.close());

  /** The server process that executes a statement. */
  const processOf = (db: Database['db'], value: number) =>
    sql<{ pid: number; value: number }>`select pg_backend_pid() as pid, ${value}::int as value`.execute(db);

  it('are executed on the connection of the next one', async () => {
    for (let count = 0; count < 4; count += 1) {
      const [early, next] = await Promise.all([
        processOf(database.early, count),
        processOf(database.db, count + 10),
      ]);
      expect(early.rows).toEqual([{ pid: next.rows[0]?.pid, value: count }]);
      expect(next.rows[0]?.value).toBe(count + 10);
    }
  });

  it('are executed by themselves if none follows', async () => {
    expect((await processOf(database.early, 1)).rows).toMatchObject([{ value: 1 }]);
  });

  it("don't become part of a transaction", async () => {
    const lock = sql`lock table groups in access exclusive mode`;
    const [early] = await Promise.all([
      sql<{ name: string }>`select name from groups where id = ${0}`.execute(database.early),
      database.db.transaction().execute(async (transaction) => {
        await sql`update groups set name = ${'Renamed'} where id = ${0}`.execute(transaction);
        await lock.execute(transaction);
      }),
    ]);
    expect(['Default', 'Renamed']).toContain(early.rows[0]?.name);
  });

  it('succeed if the next one fails', async () => {
    const [early, next] = await Promise.allSettled([
      processOf(database.early, 5),
      sql`select ${1}::int / 0`.execute(database.db),
    ]);
    expect(early).toMatchObject({ status: 'fulfilled', value: { rows: [{ value: 5 }] } });
    expect(next).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    expect((await processOf(database.db, 6)).rows).toMatchObject([{ value: 6 }]);
  });
});
